/** A mail server that keeps what it gets, and that fails as mail servers do. */
import { SMTPServer } from 'smtp-server';
import { mailPart } from '../../test/support/mail-server.ts';

/**
 * `refuse`: not now. `lose`: it has the mail, and its answer says the opposite, as when a connection breaks at the end.
 */
export type MailMode = 'accept' | 'refuse' | 'lose';

export interface Delivery {
  /** The same for each attempt of a mail. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

export interface Mailbox {
  url: string;
  /** Oldest first. */
  deliveries: Delivery[];
  setMode(mode: MailMode): void;
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const deliveries: Delivery[] = [];
  let mode: MailMode = 'accept';
  const later = Object.assign(new Error('not now'), { responseCode: 451 });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        if (mode !== 'refuse') {
          deliveries.push({
            id: headerOf(raw, 'Message-ID'),
            to: session.envelope.rcptTo.map(({ address }) => address).join(),
            subject: headerOf(raw, 'Subject'),
            text: mailPart(raw, 'text/plain'),
          });
        }
        done(mode === 'accept' ? null : later);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    deliveries,
    setMode(next) {
      mode = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function headerOf(raw: string, name: string): string {
  return new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(raw)?.[1]?.replaceAll(/\r?\n[ \t]+/g, ' ') ?? '';
}
