/** A real SMTP server for tests, in this process. */
import { SMTPServer } from 'smtp-server';

/** A received mail. */
interface ReceivedMail {
  to: string[];
  /** The whole message. */
  raw: string;
}

export interface MailServer {
  /** `smtp://…` */
  url: string;
  /** The next mail; one that was not requested yet comes first. */
  next(): Promise<ReceivedMail>;
  /** The next mail to this address. Others are kept. */
  nextTo(address: string): Promise<ReceivedMail>;
  /** Refuses the next mail with this code (451: try again, 550: never); with `to` the next one to that address. */
  refuseNext(code: number, to?: string): void;
  stop(): Promise<void>;
}

/** Starts a server that accepts every mail, on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const waiting: { to: string | undefined; receive: (mail: ReceivedMail) => void }[] = [];
  const refusals: { code: number; to: string | undefined }[] = [];
  const isFor = ({ to }: ReceivedMail, address: string | undefined): boolean =>
    address === undefined || to.includes(address);
  const take = (address?: string): Promise<ReceivedMail> => {
    const at = mails.findIndex((mail) => isFor(mail, address));
    const [mail] = at < 0 ? [] : mails.splice(at, 1);
    return mail ? Promise.resolve(mail) : new Promise((receive) => waiting.push({ to: address, receive }));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const at = refusals.findIndex(({ to }) => to === undefined || to === address);
      const [refusal] = at < 0 ? [] : refusals.splice(at, 1);
      done(refusal && Object.assign(new Error('not now'), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const mail = { to, raw: Buffer.concat(chunks).toString('utf8') };
        const at = waiting.findIndex(({ to: address }) => isFor(mail, address));
        const [receiver] = at < 0 ? [] : waiting.splice(at, 1);
        if (receiver) receiver.receive(mail);
        else mails.push(mail);
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    next: () => take(),
    nextTo: take,
    refuseNext: (code, to) => void refusals.push({ code, to }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A part of a mail, decoded: 'text/plain' or 'text/html'. */
export function mailPart(raw: string, type: 'text/plain' | 'text/html'): string {
  // A line of text, such as a broken link, may begin with two hyphens too.
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const part = raw.split(`\n--${boundary}`).find((part) => part.includes(`Content-Type: ${type}`));
  if (part === undefined) throw new Error(`the mail has no ${type}`);
  const at = part.search(/\r?\n\r?\n/);
  const body = part.slice(at).trim();
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(part)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
