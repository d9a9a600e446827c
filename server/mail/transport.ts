/** Sends a mail to an SMTP server, or writes it into a folder, whose files end here too. Loaded with the first mail. */
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import pMap from 'p-map';
import type { Logger } from 'pino';
import { writeWhole } from '../data-dir/folders.ts';
import type { Settings } from '../environment.ts';
import type { Email } from './email.ts';

/** A message to send; `id` is its number in the outbox, the same for every attempt. */
export interface OutgoingEmail extends Email {
  id: number;
  writtenAt: Date;
  /** With this one. */
  attempts: number;
}

export interface Transport {
  /** What may have been sent is never sent again by itself. Without it messages are sent at least once. */
  once?: boolean;
  /** Resolves when the message has been accepted, to an answer that is kept with it; gives up when `signal` aborts. */
  deliver(dispatch: OutgoingEmail, signal: AbortSignal): Promise<string | void>;
  close(): void;
}

/** `from` is asked for each mail: its name may change. */
export function openTransport(settings: Settings['mail'], from: () => string, log: Logger): Transport {
  if (settings.kind === 'files') return folderTransport(settings.directory, from, log);
  const transport = createTransport({
    url: settings.url,
    requireTLS: mustEncrypt(settings.url),
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async deliver(dispatch, signal) {
      await transport.sendMail({ ...message(dispatch, from()), signal });
      log.info({ mail: dispatch.id }, 'mail sent');
    },
    close: () => transport.close(),
  };
}

/** The shop sends its password to no other machine in the clear. `?requireTLS=` in the URL decides otherwise. */
export function mustEncrypt(url: string): boolean {
  const { hostname, password } = new URL(url);
  return password !== '' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function folderTransport(directory: string, from: () => string, log: Logger): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async deliver(dispatch) {
      const { message: bytes } = await transport.sendMail(message(dispatch, from()));
      const file = path.join(directory, mailFileName(dispatch));
      // Programs that watch the folder see only complete mails.
      await writeWhole(file, bytes, { draft: `${file}.draft` });
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
    messageId: `<${writtenAt.getTime()}.${id}@${/@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** A shop can have thousands of files, and each step of reading one waits for the other requests of a busy process. */
const PARALLEL_READS = 200;

const FILE_NAME = /^\d{8}T\d{6}Z-\d+\.eml(?:\.draft)?$/;

/** `20261121T123000Z-000007.eml`: the time, then the number. */
export function mailFileName({ writtenAt, id }: { writtenAt: Date; id: number }): string {
  return `${timeOf(writtenAt)}-${String(id).padStart(6, '0')}.eml`;
}

export async function sweepMailFiles(directory: string, now: Date = new Date()): Promise<void> {
  const oldest = timeOf(new Date(now.getTime() - RETENTION_MS));
  for (const name of await mailFiles(directory)) {
    if (name < oldest) await rm(path.join(directory, name), { force: true });
  }
}

export async function deleteMailFilesTo(directory: string, address: string): Promise<void> {
  const deleteFileTo = async (name: string): Promise<void> => {
    const file = path.join(directory, name);
    const mail = await readFile(file, 'utf8').catch(() => '');
    if (recipientOf(mail) === address) await rm(file, { force: true });
  };
  await pMap(await mailFiles(directory), deleteFileTo, { concurrency: PARALLEL_READS });
}

/** The address in the header, which can continue on lines that start with a space. */
function recipientOf(mail: string): string | undefined {
  const [head = ''] = mail.split('\r\n\r\n', 1);
  const [, to = ''] = /^To:[ \t]*(.*)$/im.exec(head.replaceAll(/\r\n[ \t]+/g, '')) ?? [];
  return to
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .toLowerCase();
}

async function mailFiles(directory: string): Promise<string[]> {
  // The folder does not exist before the first mail.
  return (await readdir(directory).catch(() => [])).filter((name) => FILE_NAME.test(name));
}

function timeOf(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}
