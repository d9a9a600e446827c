/** A clock that jumps: that of this process, and with it that of the database. */
import { type Client, escapeLiteral } from 'pg';

/**
 * Before the migrations: the times that PostgreSQL gives, also as the defaults of columns, are then those of a table. Names are looked up
 * in `pg_catalog` last, so that what calls `now()` gets this one.
 */
export const CLOCK_OF_DATABASE = `
  create schema clock;
  create table clock.jump (ms bigint not null);
  insert into clock.jump values (0);
  create function clock.now() returns timestamptz language sql stable as
    $$ select pg_catalog.now() + ms * interval '1 ms' from clock.jump $$;
  create function clock.clock_timestamp() returns timestamptz language sql volatile as
    $$ select pg_catalog.clock_timestamp() + ms * interval '1 ms' from clock.jump $$`;
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
  let shift = 0;
  const now = (): number => RealDate.now() + shift;
  const shiftBy = async (ms: number): Promise<void> => {
    shift = ms;
    await database.query(`update clock.jump set ms = ${escapeLiteral(String(ms))}`);
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (date, given: unknown[], target: typeof Date) =>
      Reflect.construct(date, given.length === 0 ? [now()] : given, target),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
  return {
    jump: (ms) => shiftBy(shift + ms),
    set: (time) => shiftBy(time - RealDate.now()),
    stop() {
      globalThis.Date = RealDate;
    },
  };
}
