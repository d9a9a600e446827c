import { type Kysely, sql } from 'kysely';
import type { Channel } from './connect.ts';
import type { Tables } from './tables.ts';

/** To all processes of the shop. In a transaction it is sent on commit and never on rollback. */
export async function notify(executor: Kysely<Tables>, channel: Channel, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(executor);
}
