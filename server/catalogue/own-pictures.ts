import { type Kysely, sql } from 'kysely';
import pMap, { pMapSkip } from 'p-map';
import { imageKind } from '../../domain/catalogue/catalogue-file.ts';
import type { Tables } from '../db/tables.ts';
import type { Images } from '../images/images.ts';

const PARALLEL_LOOKUPS = 16;

/** Pictures that products already have are not checked. */
export async function missingPictures(
  addresses: ReadonlySet<string>,
  { kysely, images }: { kysely: Kysely<Tables>; images: Pick<Images, 'has'> },
): Promise<Set<string>> {
  const own = [...addresses].filter((address) => imageKind(address) === 'own');
  if (own.length === 0) return new Set();
  const { rows: shown } = await sql<{ image: string }>`
    select distinct image from products
    join jsonb_array_elements_text(${JSON.stringify(own)}::jsonb) as asked(address) on asked.address = image`.execute(
    kysely,
  );
  const existing = new Set(shown.map(({ image }) => image));
  const unknown = own.filter((address) => !existing.has(address));
  const find = async (address: string) => ((await images.has(address)) ? pMapSkip : address);
  return new Set(await pMap(unknown, find, { concurrency: PARALLEL_LOOKUPS }));
}

/** A picture must be given by its address, because the file is on another machine. */
export function imageFault(image: string, missing: ReadonlySet<string>): string | null {
  if (missing.has(image)) return `the shop has no picture ${image}`;
  return imageKind(image) === 'file' ? `image ${image} is a file's name: send the picture and give its address` : null;
}
