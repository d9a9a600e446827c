/** An outbox, written in the transaction that causes a mail: no request waits for a mail server, none is lost or sent after a rollback. */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { codeOf } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { type Transport, DELIVERY_TIMEOUT_MS, type OutgoingEmail } from './transport.ts';
import type { Email } from './email.ts';
import { type FailedMail, failedMails, retryMail } from './failed.ts';
import { deleteMailFilesTo, sweepMailFiles } from './mail-files.ts';
import type { Settings } from '../settings.ts';

export interface Mail {
  /** Adds a mail to the outbox; with a transaction's handle it is sent only after the commit. */
  enqueue(executor: Kysely<Tables>, email: Email): Promise<void>;
  failed(page?: { after?: string | null | undefined; limit?: number }): Promise<{
    mails: FailedMail[];
    next: string | null;
  }>;
  retry(id: string, by?: Actor): Promise<boolean>;
  /** Without a mail server: deletes the mail files to an address. */
  deleteFilesTo(address: string): Promise<void>;
  depth(): Promise<number>;
  /** Stops after the current mails. Call it before the database is closed. */
  close(): Promise<void>;
}

const CLAIM_BATCH = 4;

/** How often the outbox is checked without a notification, in ms: for mails whose retry is due. */
const POLL_MS = 15_000;

const SWEEP_MS = 60 * 60 * 1000;

/** A mail being sent is locked for other processes for so long. After a crash they can send it then. */
const LOCK_SECONDS = (2 * DELIVERY_TIMEOUT_MS) / 1000;

/** Retries: after 15 s, then doubling up to an hour; no more after about a day. */
const MAX_ATTEMPTS = 30;
const FIRST_WAIT_SECONDS = 15;
const MAX_WAIT_SECONDS = 3600;

/** How long a closing process waits for a slow mail server, in ms. The mail is sent after the next start. */
const CLOSE_MS = 5_000;

export async function createMail(
  { kysely, listen }: Database,
  settings: Pick<Settings, 'mail' | 'mailFrom'>,
  log: Logger,
  { closeMs = CLOSE_MS, pollMs = POLL_MS }: { closeMs?: number; pollMs?: number } = {},
): Promise<Mail> {
  const closing = new AbortController();
  let transport: Promise<Transport> | undefined;
  let closed = false;
  let sending: Promise<void> | undefined;
  let sendAgain = false;

  /** Sends the due mails now; if sending is under way, once more afterwards. */
  function send(): void {
    if (closed) return;
    sendAgain = true;
    sending ??= drain().finally(() => {
      sending = undefined;
      if (sendAgain) send();
    });
  }

  async function drain(): Promise<void> {
    sendAgain = false;
    try {
      for (let batch = await claim(); batch.length > 0; batch = closed ? [] : await claim()) {
        await Promise.all(batch.map(deliver));
      }
    } catch (error) {
      log.warn({ err: error }, 'the outbox cannot be read');
    }
  }

  async function claim(): Promise<(OutgoingEmail & { attempts: number })[]> {
    const rows = await kysely
      .with('due', (db) =>
        db
          .selectFrom('outbox')
          .select('id')
          .where('sent_at', 'is', null)
          .where('given_up_at', 'is', null)
          // One that is due long after the longest wait was written before the clock was set back.
          .where(sql<boolean>`next_attempt_at not between now() and ${inSeconds(2 * MAX_WAIT_SECONDS)}`)
          .orderBy('next_attempt_at')
          .limit(CLAIM_BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('outbox')
      .from('due')
      .whereRef('outbox.id', '=', 'due.id')
      .set({
        attempts: sql`attempts + 1`,
        next_attempt_at: inSeconds(LOCK_SECONDS),
        sending_until: inSeconds(LOCK_SECONDS),
      })
      .returningAll('outbox')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      writtenAt: row.created_at,
      attempts: row.attempts,
      to: row.recipient,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
    }));
  }

  async function deliver(email: OutgoingEmail & { attempts: number }): Promise<void> {
    const { id, attempts } = email;
    try {
      transport ??= import('./transport.ts').then(({ openTransport }) =>
        openTransport(settings.mail, settings.mailFrom, log),
      );
      await (await transport).deliver(email, closing.signal);
    } catch (error) {
      const giveUp = attempts >= MAX_ATTEMPTS || isRefused(error);
      const reason = error instanceof Error ? error.message : String(error);
      // Without the server's message, which repeats the address.
      log.warn({ mail: id, attempts, giveUp, code: codeOf(error) }, 'a mail was not sent');
      const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (attempts - 1), MAX_WAIT_SECONDS);
      await kysely
        .updateTable('outbox')
        .set({
          last_error: reason.slice(0, 500),
          next_attempt_at: inSeconds(wait),
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

  function sweep(): void {
    if (settings.mail.kind !== 'files') return;
    sweepMailFiles(settings.mail.directory).catch((error: unknown) => {
      log.warn({ err: error }, 'old mail files could not be deleted');
    });
  }

  const stopListening = await listen('mail', send, send);
  const sweeper = setInterval(sweep, SWEEP_MS);
  sweeper.unref();
  sweep();
  const timer = setInterval(send, pollMs);
  timer.unref();
  send();

  return {
    enqueue,
    failed: (page) => failedMails(kysely, page),
    retry: (id, by = 'operator') => retryMail(kysely, id, by),
    async deleteFilesTo(address) {
      if (settings.mail.kind === 'files') await deleteMailFilesTo(settings.mail.directory, address);
    },
    async depth() {
      const { count } = await kysely
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async close() {
      closed = true;
      sendAgain = false;
      clearInterval(timer);
      clearInterval(sweeper);
      await stopListening();
      const late = setTimeout(() => closing.abort(), closeMs);
      await sending;
      clearTimeout(late);
      (await transport)?.close();
    },
  };
}

export async function enqueue(executor: Kysely<Tables>, { to, subject, text, html }: Email): Promise<void> {
  await executor.insertInto('outbox').values({ recipient: to, subject, body_text: text, body_html: html }).execute();
  await notify(executor, 'mail');
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}

/** Whether the mail server will always refuse this mail: a permanent reply to its envelope or text. */
function isRefused(error: unknown): boolean {
  const permanent = error instanceof Error && 'permanent' in error && error.permanent === true;
  return permanent && ['EENVELOPE', 'EMESSAGE'].includes(codeOf(error) ?? '');
}
