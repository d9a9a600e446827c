/** Pauses in long work, in which other requests are served. */
import { setImmediate } from 'node:timers/promises';

/** How long work may block other requests, in ms. */
const MAX_BLOCKING_MS = 8;

/** A turn of the event loop that takes less than this has done nothing for others, in ms. */
const IDLE_MS = 0.5;

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

/** How long work waits for others that go first, in ms. */
const MAX_WAITING_MS = 50;

/** Lets others go first until they have nothing to do, or for 50 ms: for steps of work that block them for some 10 ms each. */
export async function letOthersGoFirst(): Promise<void> {
  const began = performance.now();
  for (let now = began, before; ;) {
    before = now;
    await setImmediate();
    now = performance.now();
    if (now - before < IDLE_MS || now - began > MAX_WAITING_MS) return;
  }
}
