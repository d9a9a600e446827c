/** A page's live connection (`GET /api/live`) as a program. */
import { type IncomingMessage, get } from 'node:http';
import { createInterface } from 'node:readline';

export interface LiveStream {
  status: number;
  headers: IncomingMessage['headers'];
  /** The events so far, oldest first. */
  events: readonly string[];
  /** The id of the last event, which browsers send when they reconnect. */
  lastId: string;
  /** Resolves at the next event with this name. Rejects when the connection ends before. */
  next(event: string): Promise<void>;
  /** Resolves when the connection has ended, from either side. */
  ended: Promise<void>;
  close(): void;
}

/** Connects; resolves with the answer's headers and the stream. */
export async function openLive(
  url: string,
  { cookie, lastId }: { cookie?: string; lastId?: string } = {},
): Promise<LiveStream> {
  const headers = { ...(cookie ? { Cookie: cookie } : {}), ...(lastId ? { 'Last-Event-ID': lastId } : {}) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/api/live`, { headers, agent: false }, resolve).once('error', reject);
  });
  const ended = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  const waiting = new Set<{ event: string; resolve: () => void; reject: (error: Error) => void }>();
  const events: string[] = [];
  const stream: LiveStream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    lastId: '',
    next: (event) => new Promise((resolve, reject) => waiting.add({ event, resolve, reject })),
    ended,
    close: () => response.destroy(),
  };
  // A broken connection throws here too; `ended` reports it.
  response.on('error', () => {});
  createInterface(response)
    .on('line', (line) => {
      if (line.startsWith('id: ')) stream.lastId = line.slice('id: '.length);
      if (!line.startsWith('event: ')) return;
      const event = line.slice('event: '.length);
      events.push(event);
      for (const one of [...waiting].filter((one) => one.event === event)) {
        waiting.delete(one);
        one.resolve();
      }
    })
    .on('error', () => {});
  response.once('close', () => {
    for (const { event, reject } of waiting) reject(new Error(`the live connection ended before '${event}'`));
  });
  return stream;
}
