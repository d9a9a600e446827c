/** More changes than this between two events double the pause. */
const FLOOD = 10;

/** Calls `send` at once, then at most once every `shortest` ms; while very many changes come, less and less often, down to `longest`. */
export function createThrottle({ shortest, longest }: Record<'shortest' | 'longest', number>, send: () => void) {
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
    }, pause).unref();
  }

  return {
    changed(): void {
      if (quiet) missed += 1;
      else sendNow();
    },
    stop: (): void => clearTimeout(quiet),
  };
}
