/** What was changed by whom runs the shop, kept in the transaction that changed it. */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Who changes the shop from within: its operator, or the shop itself (the demo catalogue, the purge of accounts). */
export type AuditActor = 'operator' | 'shop';

export interface AuditEntry {
  actor: AuditActor;
  /** 'products.import', 'orders.deliver', 'accounts.role' … */
  action: string;
  /** The id of what was changed; '*' for many at once. */
  subject: string;
  /** Whatever tells the change. Nothing personal: entries outlive accounts. */
  details?: Readonly<Record<string, unknown>>;
}

/** Writes the entry with the transaction's time. */
export async function audit(trx: Kysely<Tables>, { actor, action, subject, details = {} }: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit')
    .values({ actor, action, subject, details: JSON.stringify(details) })
    .execute();
}
