/** Sends a mail to an SMTP server, or writes it into a folder. Loaded with the first mail. */
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { makeFolder } from '../data-dir/folders.ts';
import type { MailSettings } from '../settings.ts';
import type { Email } from './email.ts';
import { mailFileName } from './mail-files.ts';

export const DELIVERY_TIMEOUT_MS = 60_000;

/** An email to send; `id` is its number in the outbox, the same for every attempt. */
export interface OutgoingEmail extends Email {
  id: number;
  writtenAt: Date;
}

export interface Transport {
  /** Resolves when the email has been accepted; gives up when `signal` aborts. */
  deliver(dispatch: OutgoingEmail, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** `from` is asked for each mail: its name may change. */
export function openTransport(settings: MailSettings, from: () => string, log: Logger): Transport {
  if (settings.kind === 'smtp') return smtpTransport(settings.url, from, log);
  return folderTransport(settings.directory, from, log);
}

/** The shop sends its password to no other machine in the clear. `?requireTLS=` in the URL decides otherwise. */
export function mustEncrypt(url: string): boolean {
  const { hostname, password } = new URL(url);
  return password !== '' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function smtpTransport(url: string, from: () => string, log: Logger): Transport {
  const transport = createTransport({
    url,
    requireTLS: mustEncrypt(url),
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async deliver(dispatch, signal) {
      const late = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
      await transport.sendMail({ ...message(dispatch, from()), signal: AbortSignal.any([late, signal]) });
      log.info({ mail: dispatch.id }, 'mail sent');
    },
    close: () => transport.close(),
  };
}

function folderTransport(directory: string, from: () => string, log: Logger): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async deliver(dispatch) {
      const { message: bytes } = await transport.sendMail(message(dispatch, from()));
      const file = path.join(directory, mailFileName(dispatch));
      makeFolder(directory);
      // Written under another name first, so that programs that watch the folder see only complete mails.
      await writeFile(`${file}.draft`, bytes, { mode: 0o600 });
      await rename(`${file}.draft`, file);
      log.info({ mail: dispatch.id, file }, 'mail written');
    },
    close: () => transport.close(),
  };
}

function message({ id, writtenAt, to, subject, text, html }: OutgoingEmail, from: string) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: writtenAt,
    // The same in every attempt, so that mailboxes show a mail once even when it was sent twice.
    messageId: `<${writtenAt.getTime()}.${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost';
}
