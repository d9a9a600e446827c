import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** One step of a request's walk: answers it, or calls `next` to hand it on. */
export type Step = (req: IncomingMessage, res: ServerResponse, next: () => void) => void | Promise<void>;

/** Joins steps into one listener; each is asked in turn until one answers. `onFault` hears of a step that throws. */
export function walk(
  steps: readonly Step[],
  onFault: (error: unknown, req: IncomingMessage, res: ServerResponse) => void,
): RequestListener {
  return (req, res) => {
    const go = (at: number): void => {
      const step = steps[at];
      if (!step) return;
      const fault = (error: unknown): void => onFault(error, req, res);
      try {
        const answer = step(req, res, () => go(at + 1));
        if (answer) answer.catch(fault);
      } catch (error) {
        fault(error);
      }
    };
    go(0);
  };
}
