/** The audit log of the operator's changes, written in the transaction of the change. */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Who made a change: an operator's e-mail address, 'operator' for the API's token, or 'shop' for the shop itself (the demo catalogue). */
export type Actor = string;

export interface AuditEntry {
  actor: Actor;
  /** 'products.import', 'orders.deliver', 'accounts.role' … */
  action: string;
  subject: string;
  /** Facts about the change. No personal data: entries stay longer than accounts. */
  details?: Readonly<Record<string, unknown>>;
  /** The transaction's time when not given. */
  at?: Date;
}

export async function audit(trx: Kysely<Tables>, { details = {}, ...entry }: AuditEntry): Promise<void> {
  const row = { ...entry, details: JSON.stringify(details) };
  await trx.insertInto('audit').values(row).execute();
}
