/**
 * Mail: written into an outbox table in the transaction that gives the reason, sent in the background. A request never
 * waits for a mail server, and a mail is neither lost when that is away nor sent for what was rolled back.
 */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/connect.ts';
import { codeOf } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { type Transport, DELIVERY_MS, type OutgoingEmail } from './transport.ts';
import type { Email } from './email.ts';
import { deleteMailFilesTo, sweepMailFiles } from './mail-files.ts';
import type { Settings } from '../settings.ts';

export interface Mail {
  /** Puts an email into the outbox; with a transaction's handle it goes out if and when that commits. */
  enqueue(executor: Kysely<Tables>, email: Email): Promise<void>;
  /** Where mails are files: deletes those to an address. */
  deleteFilesTo(address: string): Promise<void>;
  /** How many emails are still to be sent. */
  depth(): Promise<number>;
  /** Stops sending, after what is being sent. Call it before the database is closed. */
  close(): Promise<void>;
}

/** Mails taken at a time, by one process. */
const BATCH = 4;

/** How often the outbox is looked at without having been told, in ms: for what comes due again. */
const LOOK_MS = 15_000;

/** How often old mail files are looked for, in ms. */
const SWEEP_MS = 60 * 60 * 1000;

/** A mail being sent is out of reach of other processes for so long; a process that died gives it back thus. */
const CLAIM_SECONDS = (2 * DELIVERY_MS) / 1000;

/** After failures: 15 s, doubling up to an hour; given up after a day or so. */
const MOST_ATTEMPTS = 30;
const FIRST_WAIT_SECONDS = 15;
const LONGEST_WAIT_SECONDS = 3600;

/** Starts the background sending to where the settings say. */
export async function createMail(
  { kysely, listen }: Database,
  settings: Pick<Settings, 'mail' | 'mailFrom'>,
  log: Logger,
): Promise<Mail> {
  let transport: Promise<Transport> | undefined;
  let closed = false;
  let sending: Promise<void> | undefined;
  let askedAgain = false;

  /** Sends what is due, at once or, when that is under way, again afterwards. */
  function send(): void {
    if (closed) return;
    askedAgain = true;
    sending ??= drain().finally(() => {
      sending = undefined;
      if (askedAgain) send();
    });
  }

  async function drain(): Promise<void> {
    askedAgain = false;
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
          .where('next_attempt_at', '<=', sql<Date>`now()`)
          .orderBy('next_attempt_at')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('outbox')
      .from('due')
      .whereRef('outbox.id', '=', 'due.id')
      .set({ attempts: sql`attempts + 1`, next_attempt_at: inSeconds(CLAIM_SECONDS) })
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

  async function deliver(dispatch: OutgoingEmail & { attempts: number }): Promise<void> {
    const { id, attempts } = dispatch;
    try {
      transport ??= import('./transport.ts').then(({ openTransport }) =>
        openTransport(settings.mail, settings.mailFrom, log),
      );
      await (await transport).deliver(dispatch);
    } catch (error) {
      const giveUp = attempts >= MOST_ATTEMPTS || isRefused(error);
      const reason = error instanceof Error ? error.message : String(error);
      // Not the server's words: they repeat the address.
      log.warn({ mail: id, attempts, giveUp, code: codeOf(error) }, 'a mail was not sent');
      const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (attempts - 1), LONGEST_WAIT_SECONDS);
      await kysely
        .updateTable('outbox')
        .set({
          last_error: reason.slice(0, 500),
          next_attempt_at: inSeconds(wait),
          ...(giveUp ? { given_up_at: sql<Date>`now()` } : {}),
        })
        .where('id', '=', id)
        .execute();
      return;
    }
    // Gone for good: what mails say (links that open accounts, addresses) is not ours to hoard.
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
  const timer = setInterval(send, LOOK_MS);
  timer.unref();
  send();

  return {
    async enqueue(executor, { to, subject, text, html }) {
      await executor
        .insertInto('outbox')
        .values({ recipient: to, subject, body_text: text, body_html: html })
        .execute();
      await notify(executor, 'mail');
    },
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
      askedAgain = false;
      clearInterval(timer);
      clearInterval(sweeper);
      await stopListening();
      await sending;
      (await transport)?.close();
    },
  };
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}

/** Whether the mail server will not take this mail however often it is asked: a permanent reply to its envelope or text. */
function isRefused(error: unknown): boolean {
  const permanent = error instanceof Error && 'permanent' in error && error.permanent === true;
  return permanent && ['EENVELOPE', 'EMESSAGE'].includes(codeOf(error) ?? '');
}
