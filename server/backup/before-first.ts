/** Backups of the versions before the first migration of this schema: they had eleven others, and products in two versions at a time. */
import type { Session } from '../db/session.ts';
import { BackupError, type Manifest } from './format.ts';

const LAST_OF_THEM = '0011_versions_of_products';

/** @throws {BackupError} when the backup is even older. */
export function isBeforeFirst(applied: Manifest['migrations']): boolean {
  if (applied[0]?.name !== '0001_the_shop') return false;
  if (applied.at(-1)?.name === LAST_OF_THEM) return true;
  throw new BackupError('the backup is of a version of the shop that is too old');
}

export const OLD_TABLES = `
  create table product_versions (like products including defaults, made_by bigint not null, ended_by bigint not null);
  create table product_import (one_row boolean, number bigint, last_position bigint, phase text);
  create table products_to_index (position bigint)`;

/** Takes the products over that were shown: while an import was under way, those of before or after it. */
export async function takeOverOldTables(session: Session): Promise<void> {
  const columns = await session.rows(
    "select quote_ident(attname) as name from pg_attribute where attrelid = 'products'::regclass and attnum > 0 and not attisdropped",
  );
  const names = columns.map(({ name }) => String(name)).join(', ');
  await session.script(`
    insert into products (${names}) select ${names} from product_versions
    where case (select phase from product_import)
      when 'staging' then made_by < (select number from product_import) and position <= (select last_position from product_import)
      when 'switched' then ended_by = 0
      else true
    end;
    delete from suggestion_texts text where not exists (select from products where products.position = text.position);
    drop table product_versions, product_import, products_to_index`);
}
