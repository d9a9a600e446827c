/**
 * The outbox: a message is stored in the transaction that causes it. So requests wait for no mail server, and no message
 * is lost. A mail is deleted when it was sent; an SMS stays for a while, with what its gateway has answered.
 */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { type Actor, audit } from '../db/audit.ts';
import { backOff } from '../db/errors.ts';
import type { Database } from '../db/connect.ts';
import { codeOf, reasonOf } from '../../base/error-code.ts';
import { notify } from '../db/notify.ts';
import { readPage } from '../db/page.ts';
import type { Tables } from '../db/tables.ts';
import type { OutgoingEmail, Transport } from './transport.ts';
import { Undelivered } from './undelivered.ts';
import type { Email } from './email.ts';
import type { Settings } from '../environment.ts';

export type Mail = ReturnType<typeof createMail>;

type MailSettings = Pick<Settings, 'mail' | 'sms'> & { mailFrom: () => string; smsPerDay: () => number };

/** How a message goes out, and how that is opened with the first one. */
const CHANNELS = {
  mail: async ({ mail, mailFrom }, log) => (await import('./transport.ts')).openTransport(mail, mailFrom, log),
  sms: async ({ sms, smsPerDay }, _, kysely) => (await import('./sms.ts')).openSms(sms, smsPerDay, kysely),
} satisfies Record<string, (settings: MailSettings, log: Logger, kysely: Kysely<Tables>) => Promise<Transport>>;

export type Channel = keyof typeof CHANNELS;

export type FailedMail = Awaited<ReturnType<Mail['failed']>>['mails'][number];

type ClaimedEmail = OutgoingEmail & {
  channel: Channel;
  /** It was being sent before, until something stopped. */ wasSending: boolean;
};

const CLAIM_BATCH = 4;

const DELIVERY_TIMEOUT_MS = 60_000;
/** A mail being sent is locked for other processes for so long. After a crash they can send it then. */
const LOCK_MS = 2 * DELIVERY_TIMEOUT_MS;

/** The waits after a failure, in ms. No more attempts after about a day. */
const RETRY = { first: 20_000, longest: 80 * 60 * 1000 };
const MAX_ATTEMPTS = 30;
/** A mail server that puts strangers off for some minutes has accepted it before. */
const MANY_ATTEMPTS = 5;
/** How long somebody waits for a test, in ms. */
const TEST_MS = 20_000;

const FAILED_PAGE = 50;
const ID = /^\d{1,15}$/;
const UNKNOWN = refused(404, { code: 'unknown', what: 'mail' });

export function createMail({ kysely }: Pick<Database, 'kysely'>, settings: MailSettings, log: Logger) {
  const directory = settings.mail.kind === 'files' ? settings.mail.directory : null;
  const opened = new Map<Channel, Promise<Transport>>();

  async function claim(): Promise<ClaimedEmail[]> {
    // One that is due long after the longest wait was written before the clock was set back.
    const { rows } = await sql<ClaimedEmail>`
      with due as materialized (
        select id, sending_until is not null as "wasSending" from outbox
        where sent_at is null and given_up_at is null and next_attempt_at not between now() and ${after(2 * RETRY.longest)}
        order by next_attempt_at limit ${CLAIM_BATCH} for update skip locked
      )
      update outbox set attempts = attempts + 1, next_attempt_at = ${after(LOCK_MS)}, sending_until = ${after(LOCK_MS)}
      from due where outbox.id = due.id
      returning outbox.id, channel, created_at as "writtenAt", attempts, recipient as "to", subject, body_text as text,
        body_html as html, "wasSending"
    `.execute(kysely);
    return rows;
  }

  async function hand(email: Omit<ClaimedEmail, 'wasSending'>, late: AbortSignal, wasSending = false) {
    const opening = opened.get(email.channel) ?? CHANNELS[email.channel](settings, log, kysely);
    opened.set(email.channel, opening);
    const transport: Transport = await opening;
    if (transport.once && wasSending) throw new Undelivered('unknown', 'the shop stopped while it was being sent');
    return transport.deliver(email, AbortSignal.any([late, AbortSignal.timeout(DELIVERY_TIMEOUT_MS)]));
  }

  async function deliver(email: ClaimedEmail, late: AbortSignal): Promise<void> {
    const { id, attempts } = email;
    const row = kysely.updateTable('outbox').where('id', '=', id);
    let answer: string | void;
    try {
      answer = await hand(email, late, email.wasSending);
    } catch (error) {
      const isUnknown = error instanceof Undelivered && error.outcome === 'unknown';
      const giveUp = attempts >= MAX_ATTEMPTS || error instanceof Undelivered || isRefused(error);
      const reason = shortReasonOf(error);
      // Without the server's message, which repeats the address.
      log.warn({ mail: id, attempts, giveUp, code: codeOf(error) }, 'a mail was not sent');
      const failed = {
        last_error: reason,
        next_attempt_at: after(backOff(attempts - 1, RETRY)),
        ...(!isUnknown && { sending_until: null }),
        ...(giveUp ? { given_up_at: sql<Date>`now()` } : {}),
      };
      await row.set(failed).execute();
      return;
    }
    if (typeof answer === 'string') {
      const sent = { sent_at: sql<Date>`now()`, answer, last_error: null, given_up_at: null, sending_until: null };
      await row.set(sent).execute();
      return;
    }
    // Deleted after sending: mails contain links that open accounts, and addresses, which the shop must not collect.
    await kysely.deleteFrom('outbox').where('id', '=', id).execute();
  }

  return {
    enqueue,
    /** Nothing is sent: each mail is a file. */
    toFiles: directory !== null,
    from: settings.mailFrom,
    /** Sends a mail at once, without the outbox. */
    async test(email: Email): Promise<Outcome<void>> {
      try {
        const message = { ...email, channel: 'mail', id: 0, writtenAt: new Date(), attempts: 1 } as const;
        await hand(message, AbortSignal.timeout(TEST_MS));
        return done(undefined);
      } catch (error) {
        return refused(502, { code: 'not-sent', fault: shortReasonOf(error) });
      }
    },
    /** Why a message is tried again and again; null when none is. */
    async waitingFault(channel: Channel): Promise<string | null> {
      const all = kysely.selectFrom('outbox').select('last_error').where('channel', '=', channel);
      const waiting = all.where('sent_at', 'is', null);
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
    /** The newest first. `after` is the previous page's `next`, any other value gives the first page. */
    async failed({ after, limit = FAILED_PAGE }: { after?: string | null | undefined; limit?: number } = {}) {
      let query = failedMails(kysely).selectAll().select(IS_UNKNOWN.as('unknown'));
      if (after && ID.test(after)) query = query.where('id', '<', Number(after));
      const { shown, next } = await readPage(query.orderBy('id', 'desc'), limit);
      const mails = shown.map((row) => ({
        id: String(row.id),
        channel: row.channel,
        to: row.recipient,
        subject: row.subject,
        // Since it was written, or since it was last retried by an operator.
        attempts: row.attempts,
        lastError: row.last_error ?? '',
        at: row.created_at,
        givenUp: row.given_up_at !== null,
        /** Perhaps it was sent: then another try is a second one. */
        unknown: row.unknown,
      }));
      return { mails, next };
    },
    /** Makes a failed mail due now, as if it had not been tried, and wakes the sender. */
    async retry(id: string, by: Actor): Promise<Outcome<void>> {
      if (!ID.test(id)) return UNKNOWN;
      return kysely.transaction().execute(async (trx) => {
        const found = failedMails(trx).select(
          sql<boolean>`coalesce(given_up_at is null and sending_until > now(), false)`.as('sending'),
        );
        const mail = await found.where('id', '=', Number(id)).forUpdate().executeTakeFirst();
        if (!mail) return UNKNOWN;
        // What is being sent now must not be sent a second time meanwhile.
        if (mail.sending) return done(undefined);
        const again = { attempts: 0, next_attempt_at: sql<Date>`now()`, given_up_at: null, sending_until: null };
        await trx.updateTable('outbox').set(again).where('id', '=', Number(id)).execute();
        await audit(trx, { actor: by, action: 'mails.retry', subject: id });
        await notify(trx, 'mail');
        return done(undefined);
      });
    },
    async deleteFilesTo(address: string): Promise<void> {
      if (directory !== null) await (await import('./transport.ts')).deleteMailFilesTo(directory, address);
    },
    async sweepFiles(): Promise<void> {
      if (directory !== null) await (await import('./transport.ts')).sweepMailFiles(directory);
    },
    async close(): Promise<void> {
      for (const transport of opened.values()) (await transport).close();
    },
  };
}

/** Adds a mail to the outbox; with a transaction's handle it is sent only after the commit. */
export async function enqueue(executor: Kysely<Tables>, { to, subject, text, html }: Email): Promise<void> {
  await executor.insertInto('outbox').values({ recipient: to, subject, body_text: text, body_html: html }).execute();
  await notify(executor, 'mail');
}

/** One that was given up while it was being sent. */
export const IS_UNKNOWN = sql<boolean>`(given_up_at is not null and sending_until is not null)`;

function failedMails(executor: Kysely<Tables>) {
  return executor.selectFrom('outbox').where('last_error', 'is not', null).where('sent_at', 'is', null);
}

function after(ms: number) {
  return sql<Date>`now() + make_interval(secs => ${ms / 1000}::double precision)`;
}

const shortReasonOf = (error: unknown): string => reasonOf(error).slice(0, 500);

/** Whether the mail server will always refuse this mail: a permanent reply to its envelope or text. */
function isRefused(error: unknown): boolean {
  const permanent = error instanceof Error && 'permanent' in error && error.permanent === true;
  return permanent && ['EENVELOPE', 'EMESSAGE'].includes(codeOf(error) ?? '');
}
