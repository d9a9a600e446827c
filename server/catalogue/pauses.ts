/** Pauses in long work, in which other requests are served. */
import { setImmediate } from 'node:timers/promises';

/** How long work may block other requests, in ms. */
const MAX_BLOCKING_MS = 8;

export interface Pauses {
  /** Whether the work has blocked for long enough. */
  due(): boolean;
  /** Lets others go first. */
  take(): Promise<void>;
}

/** The pauses of one piece of work, which begins now. */
export function createPauses(): Pauses {
  let since = performance.now();
  return {
    due: () => performance.now() - since > MAX_BLOCKING_MS,
    async take() {
      await setImmediate();
      since = performance.now();
    },
  };
}
