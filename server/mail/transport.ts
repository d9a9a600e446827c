/** Who takes a mail away: an SMTP server, or a folder. Loaded with the first mail. */
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { makeFolder } from '../data-dir/folders.ts';
import type { MailSettings } from '../settings.ts';
import type { Email } from './email.ts';
import { mailFileName } from './mail-files.ts';

/** How long one delivery may take, in ms. */
export const DELIVERY_MS = 60_000;

/** An email on its way; `id` is its number in the outbox, the same at every attempt. */
export interface OutgoingEmail extends Email {
  id: number;
  writtenAt: Date;
}

export interface Transport {
  /** Resolves once the email is taken over. */
  deliver(dispatch: OutgoingEmail): Promise<void>;
  close(): void;
}

/** A transport to where the settings say. */
export function openTransport(settings: MailSettings, from: string, log: Logger): Transport {
  return settings.kind === 'smtp' ? smtpCarrier(settings.url, from, log) : folderCarrier(settings.directory, from, log);
}

function smtpCarrier(url: string, from: string, log: Logger): Transport {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async deliver(dispatch) {
      await transport.sendMail({ ...message(dispatch, from), signal: AbortSignal.timeout(DELIVERY_MS) });
      log.info({ mail: dispatch.id }, 'mail sent');
    },
    close: () => transport.close(),
  };
}

function folderCarrier(directory: string, from: string, log: Logger): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async deliver(dispatch) {
      const { message: bytes } = await transport.sendMail(message(dispatch, from));
      const file = path.join(directory, mailFileName(dispatch));
      makeFolder(directory);
      // Whoever watches the folder sees whole mails only.
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
    // The same at every attempt, so that mailboxes show a mail once that was sent twice.
    messageId: `<${writtenAt.getTime()}.${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost';
}
