import { serverUrls } from '../../base/server-urls.ts';

/** The servers of DATABASE_URL: one, or a primary and its standbys (operations, "A standby that takes over"). */

export type Servers = ReturnType<typeof createServers>;

export function createServers(url: string) {
  const urls = serverUrls(url);
  let at = 0;
  const current = (): string => urls[at] ?? url;
  return {
    count: urls.length,
    current,
    /** This one cannot be reached or does not take writes: the next one is chosen. */
    failed(failing: string): void {
      if (failing === current()) at = (at + 1) % urls.length;
    },
  };
}

/** A connection was made to a standby, which takes no writes. */
export class StandbyError extends Error {
  override name = 'StandbyError';
  /** The SQLSTATE of a write on a standby. */
  readonly code = '25006';
}
