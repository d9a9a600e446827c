/** The audit log of the operator's changes, written in the transaction of the change. */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Who made the change: the operator, or the shop itself (the demo catalogue, the purge of accounts). */
export type AuditActor = 'operator' | 'shop';

export interface AuditEntry {
  actor: AuditActor;
  /** 'products.import', 'orders.deliver', 'accounts.role' … */
  action: string;
  /** The id of the changed thing; '*' for many. */
  subject: string;
  /** Facts about the change. No personal data: entries stay longer than accounts. */
  details?: Readonly<Record<string, unknown>>;
}

/** Writes the entry; its time is the transaction's. */
export async function audit(trx: Kysely<Tables>, { actor, action, subject, details = {} }: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit')
    .values({ actor, action, subject, details: JSON.stringify(details) })
    .execute();
}
