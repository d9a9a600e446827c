/**
 * A clock that stands still and jumps: that of this process, and with it that of the database. So nothing depends on
 * how long a machine takes.
 */
import { type Client, escapeLiteral } from 'pg';

/**
 * Before the migrations: the times that PostgreSQL gives, also as the defaults of columns, are then those of a table.
 * Names are looked up in `pg_catalog` last, so that what calls `now()` gets this one.
 */
export const CLOCK_OF_DATABASE = `
  create schema clock;
  create table clock.hand (at timestamptz not null);
  insert into clock.hand values (pg_catalog.now());
  create function clock.now() returns timestamptz language sql stable as 'select at from clock.hand';
  create function clock.clock_timestamp() returns timestamptz language sql volatile as 'select at from clock.hand'`;
export const CLOCK_FIRST = 'public, clock, pg_catalog';

export interface Clock {
  /** In ms. */
  jump(ms: number): Promise<void>;
  /** To a time, in ms since 1970. */
  set(time: number): Promise<void>;
  /** Gives the process its own clock back. */
  stop(): void;
}

/** Only one at a time in a process. */
export function startClock(database: Pick<Client, 'query'>): Clock {
  const RealDate = Date;
  let time = RealDate.now();
  const now = (): number => time;
  const set = async (next: number): Promise<void> => {
    time = next;
    await database.query(`update clock.hand set at = ${escapeLiteral(new RealDate(next).toISOString())}`);
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (date, given: unknown[], target: typeof Date) =>
      Reflect.construct(date, given.length === 0 ? [time] : given, target),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
  return {
    jump: (ms) => set(time + ms),
    set,
    stop() {
      globalThis.Date = RealDate;
    },
  };
}
