/** A gateway for SMS, in this process, that answers as gateways do on good and on bad days. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

/**
 * What it does with a request. `lose`: it has sent the message, and answers 500. `cut`: it has, and the connection
 * breaks. `never`: it has, and does not answer, unless it is told to. A number: it has not, and answers that.
 */
export type GatewayMode = 'accept' | 'twice' | 'lose' | 'cut' | 'never' | number;

interface Asked {
  method: string | undefined;
  /** With its query. */
  path: string;
  type: string | undefined;
  authorization: string | undefined;
  body: string;
}

export interface SmsGateway {
  /** `http://…`, without a path. */
  url: string;
  /** `{phone} {text}` of what it has sent to a phone, the oldest first: of `/send?to={phone}&text={text}`. */
  sent: string[];
  asked: Asked[];
  /** Of all requests from now on. */
  set(mode: GatewayMode, headers?: Record<string, string>): void;
  /** Those that it has not answered. */
  answerLate(): void;
  stop(): void;
}

export async function startSmsGateway(): Promise<SmsGateway> {
  const sent: string[] = [];
  const asked: Asked[] = [];
  const unanswered: ServerResponse[] = [];
  let mode: GatewayMode = 'accept';
  let headers: Record<string, string> = {};

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path = '', headers: given } = request;
    const body = await text(request);
    asked.push({ method, path, type: given['content-type'], authorization: given.authorization, body });
    if (typeof mode === 'number') return void response.writeHead(mode, headers).end('no');
    const { searchParams } = new URL(path, 'http://gateway.example');
    sent.push(`${searchParams.get('to')} ${searchParams.get('text')}`);
    if (mode === 'cut') return void response.destroy();
    if (mode === 'lose') return void response.writeHead(500).end('error');
    if (mode === 'accept') return void response.end('SENT  id=7\n');
    const raw = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK';
    if (mode === 'never') unanswered.push(response);
    if (mode === 'twice') response.socket?.end(raw + raw);
  }

  const server = createServer((request, response) => void answer(request, response));
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    asked,
    set(next, more = {}) {
      mode = next;
      headers = more;
    },
    answerLate() {
      for (const response of unanswered.splice(0)) response.end('SENT');
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
