/**
 * A keep-alive HTTP/1.1 connection to this machine with very little overhead: at 30,000 answers a second a complete
 * client is slower than the shop. It supports only what a Node server writes: a length, chunks, or no body.
 */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { once } from 'node:events';
import { HOST } from '../test/support/nginx.ts';

export interface Answer {
  status: number;
  /** Status line and headers, unparsed. */
  head: string;
  /** The size of the whole answer on the wire, in bytes. */
  bytes: number;
  body: Buffer;
}

export interface Connection {
  /** Sends one request and reads its answer; one at a time. */
  request(request: Buffer): Promise<Answer>;
  close(): void;
  /** Whether either side has closed it: a server ends connections that have been idle for long. */
  isClosed(): boolean;
}

const END_OF_HEAD = '\r\n\r\n';
const NO_BYTES: Buffer = Buffer.alloc(0);

/** The bytes of a request. A body is sent as JSON. */
export function requestBytes(
  path: string,
  options: { method?: string; headers?: Record<string, string>; json?: unknown } = {},
): Buffer {
  const { method = 'GET', headers = {}, json } = options;
  const body = json === undefined ? '' : JSON.stringify(json);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (json !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}${END_OF_HEAD}${body}`);
}

/**
 * Connects to a port of 127.0.0.1, over TLS with the server's own `certificate`. `keepBody: false` counts the bytes of
 * bodies and drops them.
 */
export async function openConnection(
  port: number,
  { keepBody = true, certificate }: { keepBody?: boolean; certificate?: string | undefined } = {},
): Promise<Connection> {
  const address = { port, host: '127.0.0.1' };
  const socket: Socket =
    certificate === undefined ? connect(address) : connectTls({ ...address, ca: certificate, servername: HOST });
  socket.setNoDelay();
  await once(socket, certificate === undefined ? 'connect' : 'secureConnect');
  let reader = createReader({ keepBody });
  let settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  const fail = (error: Error): void => {
    settle?.reject(error);
    settle = undefined;
  };
  socket.on('data', (chunk) => {
    const answer = reader.read(chunk);
    if (!answer) return;
    reader = createReader({ keepBody });
    settle?.resolve(answer);
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));

  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection was closed'));
        settle = { resolve, reject };
        reader = createReader({ keepBody, isHead: request.toString('latin1', 0, 5) === 'HEAD ' });
        socket.write(request);
      }),
    close: () => socket.destroy(),
    isClosed: () => socket.destroyed || socket.readableEnded,
  };
}

interface Reader {
  /** Reads a chunk; returns the answer when it is complete. */
  read(chunk: Buffer): Answer | undefined;
}

function createReader({ keepBody, isHead = false }: { keepBody: boolean; isHead?: boolean }): Reader {
  let head: Head | undefined;
  let unread = NO_BYTES;
  let bytes = 0;
  let missing = 0;
  const chunks: Buffer[] = [];
  const done = (body: Buffer): Answer => ({ status: head?.status ?? 0, head: head?.text ?? '', bytes, body });

  return {
    read(chunk) {
      bytes += chunk.length;
      let rest: Buffer = chunk;
      if (!head) {
        const got = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
        const end = got.indexOf(END_OF_HEAD);
        if (end < 0) {
          unread = got;
          return undefined;
        }
        head = readHead(got.toString('latin1', 0, end), isHead);
        missing = head.length ?? 0;
        rest = got.subarray(end + END_OF_HEAD.length);
        unread = NO_BYTES;
        // `100 Continue` comes before the answer.
        if (head.status < 200) {
          head = undefined;
          bytes = 0;
          return this.read(rest);
        }
      }
      if (head.length === null) {
        unread = unread.length === 0 ? rest : Buffer.concat([unread, rest]);
        const body = readChunks(unread);
        return body && done(body);
      }
      missing -= rest.length;
      if (keepBody) chunks.push(rest);
      return missing > 0 ? undefined : done(Buffer.concat(chunks));
    },
  };
}

interface Head {
  status: number;
  text: string;
  /** The length of the body; null when it is chunked. */
  length: number | null;
}

/** An event stream has no end: its answer is the head. */
function readHead(text: string, isHead: boolean): Head {
  const status = Number(text.slice(9, 12));
  const hasBody = !isHead && status !== 304 && status !== 204 && !/\r\ncontent-type: text\/event-stream/i.test(text);
  if (!hasBody) return { status, text, length: 0 };
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  return { status, text, length: length === undefined ? null : Number(length) };
}

/** The value of a header; the name must be in lower case. */
export function headerOf({ head }: Answer, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
}

/** The chunked body, when it is complete. */
function readChunks(from: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = from.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(from.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (from.length < end) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(from.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
