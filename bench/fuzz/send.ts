/** Sends hostile requests over keep-alive connections, and reads whatever comes back. */
import { connect } from 'node:net';
import { type Answer, type Connection, openConnection } from '../connection.ts';
import type { Message } from './message.ts';

/** How long an answer may take, in ms. */
const PATIENCE_MS = 60_000;
/** How long a broken request waits for an answer until it ends, in ms: often the shop rightly waits for more. */
const BROKEN_MS = 200;

/** What came back. */
export interface Reply {
  /** Of all answers; empty when there was none. */
  statuses: number[];
  text: string;
}

/** A client that sends one request at a time. */
export interface Client {
  send(message: Message): Promise<Reply>;
  close(): void;
}

export function createClient(port: number): Client {
  let connection: Connection | undefined;

  async function ask(bytes: Buffer): Promise<Reply> {
    const isFresh = connection === undefined;
    const used = (connection ??= await openConnection(port));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), PATIENCE_MS);
    });
    const answer: Answer | null = await Promise.race([used.request(bytes).catch(() => null), late]);
    clearTimeout(timer);
    if (answer === null || /\r\n(?:connection: close|content-type: text\/event-stream)/i.test(answer.head)) {
      used.close();
      connection = undefined;
    }
    if (answer) return { statuses: [answer.status], text: `${answer.head}\r\n\r\n${answer.body}` };
    // The shop may close an idle connection at any time.
    return isFresh ? { statuses: [], text: '' } : ask(bytes);
  }

  return {
    async send({ bytes, kind }) {
      return kind === 'framed' ? ask(bytes) : sendRaw(port, bytes, kind === 'abandoned' ? 1 : BROKEN_MS);
    },
    close: () => connection?.close(),
  };
}

/** Sends bytes on a connection of their own, and reads until the shop closes it or `ms` have passed without a byte. */
function sendRaw(port: number, bytes: Buffer, ms: number): Promise<Reply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(ms, () => socket.resetAndDestroy());
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/^HTTP\/1\.1 ([2-5]\d\d)/gm)].map(([, status]) => Number(status));
      resolve({ statuses, text });
    });
    socket.write(bytes);
  });
}
