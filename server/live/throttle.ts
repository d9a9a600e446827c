export interface Throttle {
  changed(): void;
  stop(): void;
}

/** More changes than this between two events double the pause. */
const FLOOD = 10;

/** Calls `send` at once, then at most once every `shortest` ms; while very many changes come, less and less often, down to `longest`. */
export function createThrottle(
  { shortest, longest }: { shortest: number; longest: number },
  send: () => void,
): Throttle {
  let quiet: NodeJS.Timeout | undefined;
  let missed = 0;
  let pause = shortest;

  function sendNow(): void {
    pause = missed > FLOOD ? Math.min(2 * pause, longest) : shortest;
    missed = 0;
    send();
    quiet = setTimeout(() => {
      quiet = undefined;
      if (missed > 0) sendNow();
    }, pause);
    quiet.unref();
  }

  return {
    changed() {
      if (quiet) missed += 1;
      else sendNow();
    },
    stop: () => clearTimeout(quiet),
  };
}
