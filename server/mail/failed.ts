import { type Kysely, sql } from 'kysely';
import { type Actor, audit } from '../db/audit.ts';
import { notify } from '../db/notify.ts';
import { readPage } from '../db/page.ts';
import type { Tables } from '../db/tables.ts';

export interface FailedMail {
  id: string;
  to: string;
  subject: string;
  /** Since it was written, or since it was last retried by an operator. */
  attempts: number;
  lastError: string;
  at: Date;
  givenUp: boolean;
}

const PAGE_SIZE = 50;

const ID = /^\d{1,15}$/;

/** `after` is the previous page's `next`, any other value gives the first page. */
export interface FailedPage {
  after?: string | null | undefined;
  limit?: number;
}

export async function failedMails(kysely: Kysely<Tables>, { after, limit = PAGE_SIZE }: FailedPage = {}) {
  let query = kysely.selectFrom('outbox').selectAll().where('last_error', 'is not', null).where('sent_at', 'is', null);
  if (after && ID.test(after)) query = query.where('id', '<', Number(after));
  const { shown, next } = await readPage(query.orderBy('id', 'desc'), limit);
  const mails = shown.map((row): FailedMail => ({
    id: String(row.id),
    to: row.recipient,
    subject: row.subject,
    attempts: row.attempts,
    lastError: row.last_error ?? '',
    at: row.created_at,
    givenUp: row.given_up_at !== null,
  }));
  return { mails, next };
}

/** Makes a failed mail due now, as if it had not been tried, and wakes the sender. False when there is no such mail any more. */
export function retryMail(kysely: Kysely<Tables>, id: string, by: Actor): Promise<boolean> {
  if (!ID.test(id)) return Promise.resolve(false);
  return kysely.transaction().execute(async (trx) => {
    const mail = await trx
      .selectFrom('outbox')
      .select(sql<boolean>`coalesce(sending_until > now(), false)`.as('sending'))
      .where('id', '=', Number(id))
      .where('last_error', 'is not', null)
      .where('sent_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!mail) return false;
    // What is being sent now must not be sent a second time meanwhile.
    if (mail.sending) return true;
    await trx
      .updateTable('outbox')
      .set({ attempts: 0, next_attempt_at: sql<Date>`now()`, given_up_at: null, sending_until: null })
      .where('id', '=', Number(id))
      .execute();
    await audit(trx, { actor: by, action: 'mails.retry', subject: id });
    await notify(trx, 'mail');
    return true;
  });
}
