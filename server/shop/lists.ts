/**
 * What an operator sets, as each process keeps it in memory; and lists that are edited as a whole, such as the areas:
 * all of the given rows become the list, or none.
 */
import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { listChanges } from '../../base/list-changes.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { transact } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import { createSnapshot } from '../live/live.ts';

type Listed = Record<'id' | 'name', string>;

/** Of a row that is there already, what is not given stays. */
type Given<Row> = Listed & { [Column in keyof Row]?: Row[Column] | undefined };

/** `Row`: what an operator sets. `Stored`: with what else the shop knows. `Kept`: what each process keeps of it. */
export interface List<Row extends Listed, Stored extends Row, Kept> {
  /** In the log. */
  name: 'areas' | 'categories';
  /** Of a row, with its id and its name. */
  columns: readonly (keyof Row & string)[];
  /** What a new row has where nothing is given. */
  usual: Partial<Row>;
  /** Gives ids to rows that have none. */
  withIds?(given: readonly Given<Row>[], before: readonly Stored[]): readonly Given<Row>[];
  /** In the operator's order. */
  read(executor: Kysely<Tables>): Promise<Stored[]>;
  kept(row: Stored): Kept;
  /** Until the end of the transaction nobody else changes it. */
  lock(trx: Transaction<Tables>): Promise<unknown>;
  /** What the shop cannot do without, as a sentence. */
  missed?(rows: readonly Row[], before: readonly Stored[]): string | null;
  store(trx: Transaction<Tables>, rows: readonly Row[], before: readonly Stored[]): Promise<void>;
}

/** `check`: nothing is written. */
interface Writing {
  version?: string | undefined;
  replace?: boolean | undefined;
  check?: boolean | undefined;
}

/** `onChange`: what is kept has changed, by this process or another one. */
export async function createList<Row extends Listed, Stored extends Row, Kept>(
  database: Pick<Database, 'kysely' | 'listen'>,
  { name, columns, usual, withIds = (given) => given, ...list }: List<Row, Stored, Kept>,
  onChange: () => void,
) {
  const { kysely } = database;
  const snapshot = await createSnapshot(database, async () => (await list.read(kysely)).map(list.kept), onChange);
  const versionOf = (rows: readonly Row[]): string => {
    const values = rows.map((row) => columns.map((column) => row[column]));
    return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);
  };

  /** With a `version`, only while the list has it. */
  async function set(given: readonly Given<Row>[], by: Actor, version?: string): Promise<Outcome<readonly Row[]>> {
    const outcome = await write(given, by, { version, replace: true });
    return outcome.ok ? done(outcome.value.rows, outcome.note) : outcome;
  }

  /** Without `replace` the others stay. */
  async function write(given: readonly Given<Row>[], by: Actor, how: Writing) {
    const outcome = await transact(kysely, (trx) => writeIn(trx, given, by, how));
    await snapshot.refresh();
    return outcome;
  }

  async function writeIn(trx: Transaction<Tables>, sent: readonly Given<Row>[], by: Actor, how: Writing) {
    await list.lock(trx);
    const before = await list.read(trx);
    if (how.version !== undefined && how.version !== versionOf(before))
      return refused(409, { code: 'changed-meanwhile', what: 'list' });
    const given = withIds(sent, before);
    const ids = new Set(given.map(({ id }) => id));
    const lacking = before.filter(({ id }) => !ids.has(id));
    const old = new Map(before.map((row) => [row.id, row]));
    const known = given.map((row) => {
      const was: Partial<Row> = old.get(row.id) ?? usual;
      const valueOf = (column: keyof Row) => (row[column] === undefined ? was[column] : row[column]);
      return Object.fromEntries(columns.map((column) => [column, valueOf(column)])) as unknown as Row;
    });
    const written = new Map(known.map((row) => [row.id, row]));
    const rows = how.replace
      ? known
      : [...before.map((row) => written.get(row.id) ?? row), ...known.filter(({ id }) => !old.has(id))];
    const missed = list.missed?.(rows, before) ?? null;
    if (missed !== null) return refused(422, { code: 'malformed', detail: missed });
    const changes = listChanges<Row>(before, rows, columns);
    const { added, changed, removed, moved } = changes;
    if (!how.check && (added.length + changed.length + removed.length > 0 || moved)) {
      await list.store(trx, rows, before);
      await audit(trx, { actor: by, action: `${name}.set`, subject: '', details: changes });
    }
    const value = { rows, ...changes, lacking: lacking.map((row) => row.name), version: versionOf(before) };
    return done(value, `${added.length} added, ${changed.length} changed, ${removed.length} removed.`);
  }

  return {
    /** As this process has it in memory. */
    get: snapshot.get,

    /** As it is stored, and the version of that. */
    async list(): Promise<{ version: string; rows: Stored[] }> {
      const rows = await list.read(kysely);
      return { version: versionOf(rows), rows };
    },

    set,
    write,
    close: snapshot.close,
  };
}
