/** NOTIFY: messages to all processes of the shop. */
import { type Kysely, sql } from 'kysely';
import type { Channel } from './connect.ts';
import type { Tables } from './tables.ts';

/**
 * Notifies all listeners of a channel. In a transaction the notification is sent on commit and never on rollback.
 * Payloads: none for 'products' and 'mail', the user's id for 'profile'.
 */
export async function notify(executor: Kysely<Tables>, channel: Channel, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(executor);
}
