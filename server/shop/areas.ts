/** The areas that a shop delivers to: one list, kept beside the settings (domain/shop/areas.ts). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { listChanges } from '../../base/list-changes.ts';
import type { Area } from '../../domain/shop/areas.ts';
import { AREA_COLUMNS, type AreaFault, type AreaRow, type GivenArea, readAreas } from '../../domain/shop/read-areas.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import type { Live } from '../live/live.ts';
import { createSnapshot } from '../live/snapshot.ts';
import { areasOfFile, READY_AREAS } from './areas-file.ts';

export type AreasChange =
  | { kind: 'changed'; areas: readonly Area[]; added: number; changed: number; removed: number }
  | { kind: 'refused'; faults: AreaFault[] }
  /** They have another version. */
  | { kind: 'conflict' };

const NAME = 'areas';
const PROPERTIES = Object.keys(AREA_COLUMNS) as (keyof Area)[];

/** jsonb changes the order of keys, but a list must always have the same JSON text. */
function inOrder(area: Area): Area {
  return Object.fromEntries(PROPERTIES.map((property) => [property, area[property]])) as unknown as Area;
}

export async function createAreas(database: Pick<Database, 'kysely' | 'listen'>, live: Pick<Live, 'productsChanged'>) {
  const { kysely } = database;
  const read = async (executor: Kysely<Tables>): Promise<Area[]> => {
    const query = executor.selectFrom('shop_settings').select('value').where('name', '=', NAME);
    const value = ((await query.executeTakeFirst())?.value ?? []) as Area[];
    return value.map(inOrder);
  };
  const snapshot = await createSnapshot(database, () => read(kysely), live.productsChanged);

  return {
    get: snapshot.get,
    version: () => versionOf(snapshot.get()),
    close: snapshot.close,

    /** The rows become the list; with a bad one nothing changes. `version`: of the list that they were made of. */
    async change(rows: readonly AreaRow[], by: Actor = 'operator', version?: string): Promise<AreasChange> {
      const given = readAreas(rows);
      if (!given.ok) return { kind: 'refused', faults: given.faults };
      const outcome = await retrySerializationFailures(() =>
        kysely.transaction().execute(async (trx): Promise<AreasChange> => {
          await sql`lock table shop_settings in share row exclusive mode`.execute(trx);
          const before = await read(trx);
          if (version !== undefined && version !== versionOf(before)) return { kind: 'conflict' };
          const old = new Map(before.map((area) => [area.id, area]));
          const areas = given.areas.map((area) =>
            inOrder({ ...area, aliases: area.aliases ?? old.get(area.id)?.aliases ?? '' }),
          );
          const { moved: _, ...difference } = listChanges(before, areas, PROPERTIES);
          const { added, changed, removed } = difference;
          const counts = { added: added.length, changed: changed.length, removed: removed.length };
          if (JSON.stringify(areas) === JSON.stringify(before)) return { kind: 'changed', areas: before, ...counts };
          await trx
            .insertInto('shop_settings')
            .values({ name: NAME, value: JSON.stringify(areas) })
            .onConflict((conflict) =>
              conflict.column('name').doUpdateSet((set) => ({ value: set.ref('excluded.value') })),
            )
            .execute();
          await audit(trx, { actor: by, action: 'areas.set', subject: '', details: difference });
          return { kind: 'changed', areas, ...counts };
        }),
      );
      await snapshot.refresh();
      return outcome;
    },

    /** The rows of a file, or why it has none. */
    ofFile: areasOfFile,
    /** The ready list. */
    async ready(): Promise<GivenArea[]> {
      const rows = areasOfFile(await readFile(READY_AREAS));
      const read = typeof rows === 'string' ? null : readAreas(rows);
      if (!read?.ok) throw new Error('the ready list of areas is bad');
      return read.areas;
    },
  };
}

function versionOf(areas: readonly Area[]): string {
  return createHash('sha256').update(JSON.stringify(areas)).digest('base64url');
}
