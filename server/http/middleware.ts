import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

export type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void | Promise<void>;

/** One listener of a list of middleware: each runs in turn until one answers. `onError` gets what one of them throws. */
export function compose(
  chain: readonly Middleware[],
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void,
): RequestListener {
  return (req, res) => {
    const run = (at: number): void => {
      const middleware = chain[at];
      if (!middleware) return;
      const failed = (error: unknown): void => onError(error, req, res);
      try {
        const answer = middleware(req, res, () => run(at + 1));
        if (answer) answer.catch(failed);
      } catch (error) {
        failed(error);
      }
    };
    run(0);
  };
}
