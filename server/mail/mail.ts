/** An outbox, written in the transaction that causes a mail: no request waits for a mail server, none is lost or sent after a rollback. */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../db/audit.ts';
import { backOff } from '../db/back-off.ts';
import type { Database } from '../db/connect.ts';
import { codeOf } from '../../base/error-code.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { type Transport, DELIVERY_TIMEOUT_MS, type OutgoingEmail } from './transport.ts';
import type { Email } from './email.ts';
import { type FailedPage, failedMails, retryMail } from './failed.ts';
import { deleteMailFilesTo, sweepMailFiles } from './mail-files.ts';
import type { Settings } from '../settings.ts';

export type Mail = ReturnType<typeof createMail>;

type ClaimedEmail = OutgoingEmail & { attempts: number };

const CLAIM_BATCH = 4;

/** A mail being sent is locked for other processes for so long. After a crash they can send it then. */
const LOCK_MS = 2 * DELIVERY_TIMEOUT_MS;

/** The waits after a failure, in ms. No more attempts after about a day. */
const RETRY = { first: 20_000, longest: 80 * 60 * 1000 };
const MAX_ATTEMPTS = 30;
/** A mail server that puts strangers off for some minutes has accepted it before. */
const MANY_ATTEMPTS = 5;
/** How long somebody waits for a test, in ms. */
const TEST_MS = 20_000;

export function createMail(
  { kysely }: Pick<Database, 'kysely'>,
  settings: Pick<Settings, 'mail'> & { readonly mailFrom: string },
  log: Logger,
) {
  const directory = settings.mail.kind === 'files' ? settings.mail.directory : null;
  let transport: Promise<Transport> | undefined;

  async function claim(): Promise<ClaimedEmail[]> {
    // One that is due long after the longest wait was written before the clock was set back.
    const { rows } = await sql<ClaimedEmail>`
      update outbox set attempts = attempts + 1, next_attempt_at = ${after(LOCK_MS)}, sending_until = ${after(LOCK_MS)}
      where id = any(array(
        select id from outbox
        where sent_at is null and given_up_at is null and next_attempt_at not between now() and ${after(2 * RETRY.longest)}
        order by next_attempt_at limit ${CLAIM_BATCH} for update skip locked
      ))
      returning id, created_at as "writtenAt", attempts, recipient as "to", subject, body_text as text, body_html as html
    `.execute(kysely);
    return rows;
  }

  async function hand(email: OutgoingEmail, late: AbortSignal): Promise<void> {
    transport ??= import('./transport.ts').then(({ openTransport }) =>
      openTransport(settings.mail, () => settings.mailFrom, log),
    );
    await (await transport).deliver(email, late);
  }

  async function deliver(email: ClaimedEmail, late: AbortSignal): Promise<void> {
    const { id, attempts } = email;
    try {
      await hand(email, late);
    } catch (error) {
      const giveUp = attempts >= MAX_ATTEMPTS || isRefused(error);
      const reason = reasonOf(error);
      // Without the server's message, which repeats the address.
      log.warn({ mail: id, attempts, giveUp, code: codeOf(error) }, 'a mail was not sent');
      await kysely
        .updateTable('outbox')
        .set({
          last_error: reason,
          next_attempt_at: after(backOff(attempts - 1, RETRY)),
          sending_until: null,
          ...(giveUp ? { given_up_at: sql<Date>`now()` } : {}),
        })
        .where('id', '=', id)
        .execute();
      return;
    }
    // Deleted after sending: mails contain links that open accounts, and addresses, which the shop must not collect.
    await kysely.deleteFrom('outbox').where('id', '=', id).execute();
  }

  return {
    enqueue,
    /** Nothing is sent: each mail is a file. */
    toFiles: directory !== null,
    from: () => settings.mailFrom,
    /** Sends it now, past the outbox. Returns why it could not be sent; null when it was accepted. */
    async test(email: Email): Promise<string | null> {
      const outgoing = { ...email, id: 0, writtenAt: new Date() };
      return hand(outgoing, AbortSignal.timeout(TEST_MS)).then(() => null, reasonOf);
    },
    /** Why a mail is tried again and again; null when none is. */
    async waitingFault(): Promise<string | null> {
      const waiting = kysely.selectFrom('outbox').select('last_error').where('sent_at', 'is', null);
      const tried = waiting.where('given_up_at', 'is', null).where('attempts', '>=', MANY_ATTEMPTS);
      return (await tried.orderBy('id', 'desc').limit(1).executeTakeFirst())?.last_error ?? null;
    },
    /** Sends some of the mails that are due; false when there are none. They stay in the outbox when `late` aborts. */
    async send(late: AbortSignal): Promise<boolean> {
      const mails = await claim();
      const deliveries = await Promise.allSettled(mails.map((mail) => deliver(mail, late)));
      // All have ended by now: a closing process waits for them.
      for (const delivery of deliveries) if (delivery.status === 'rejected') throw delivery.reason;
      return mails.length > 0;
    },
    failed: (page?: FailedPage) => failedMails(kysely, page),
    retry: (id: string, by: Actor = 'operator') => retryMail(kysely, id, by),
    async deleteFilesTo(address: string): Promise<void> {
      if (directory !== null) await deleteMailFilesTo(directory, address);
    },
    async sweepFiles(): Promise<void> {
      if (directory !== null) await sweepMailFiles(directory);
    },
    async close(): Promise<void> {
      (await transport)?.close();
    },
  };
}

/** Adds a mail to the outbox; with a transaction's handle it is sent only after the commit. */
export async function enqueue(executor: Kysely<Tables>, { to, subject, text, html }: Email): Promise<void> {
  await executor.insertInto('outbox').values({ recipient: to, subject, body_text: text, body_html: html }).execute();
  await notify(executor, 'mail');
}

function after(ms: number) {
  return sql<Date>`now() + make_interval(secs => ${ms / 1000}::double precision)`;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** Whether the mail server will always refuse this mail: a permanent reply to its envelope or text. */
function isRefused(error: unknown): boolean {
  const permanent = error instanceof Error && 'permanent' in error && error.permanent === true;
  return permanent && ['EENVELOPE', 'EMESSAGE'].includes(codeOf(error) ?? '');
}
