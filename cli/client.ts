/** The command line's client of the operator's API. Every failure is a `Failure` with a one-line message. */
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { linesOf } from '../base/bytes.ts';
import { asRecord, jsonOf } from '../base/record.ts';
import { codeOf, reasonOf } from '../base/error-code.ts';
import { Failure, unreadable } from './command.ts';
import { operatorTokenFile } from '../server/data-dir/secrets.ts';
import { type Environment, readSettings } from '../server/environment.ts';
import type { InputOf, ValueOf } from '../server/operation.ts';
import { type OperationName, type Operations, OPERATIONS } from '../server/operations.ts';
import { routeOf } from '../base/route-parts.ts';

/** What a service behind the API answers, as JSON has it. */
export type Json<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: Json<T[Key]> } : T;

export class Refusal extends Failure {
  override name = 'Refusal';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

type RequestOptions = Pick<RequestInit, 'method' | 'body'> & { contentType?: string; accept?: string };

export type ShopClient = ReturnType<typeof createShopClient>;

/** What an answer has is said by its type alone: the shop that answers is of the same version. */
export function createShopClient({ url, token, tokenSource }: ReturnType<typeof readShopAccess>) {
  async function request(path: string, { method = 'GET', body, contentType, accept }: RequestOptions) {
    const headers: Record<string, string> = { Authorization: `Bearer ${token}`, Accept: accept ?? 'application/json' };
    if (contentType) headers['Content-Type'] = contentType;
    // During long work the shop may have closed the connection. After a turn of the event loop `fetch` knows that.
    await nextTurn();
    const init = { method, headers, body: body ?? null, redirect: 'manual', duplex: 'half' } as const;
    const response = await fetch(`${url}/api/operator${path}`, init).catch((error: unknown) => {
      throw new Failure(unreachable(url, error));
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  }

  async function refusalOf(response: Response): Promise<Failure> {
    const target = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && target) {
      await response.body?.cancel();
      return new Failure(`${url} redirects to ${new URL(target, url).origin}: set SHOP_URL to that address`);
    }
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
    const problem = asRecord(await response.json().catch(() => null));
    if (!isProblem || problem === null) return new Failure(notAShop(url, response.status));
    if (response.status === 401)
      return new Refusal(
        `the shop at ${url} does not accept the token in ${tokenSource}: set OPERATOR_TOKEN to the token of that shop`,
        401,
      );
    const detail = typeof problem.detail === 'string' ? problem.detail : `status ${response.status}`;
    return new Refusal(detail, response.status);
  }

  function objectOf<T>(value: unknown): Json<T> {
    if (asRecord(value) === null) throw unreadable(url);
    return value as Json<T>;
  }

  /** The answer of an endpoint below /api/operator. */
  async function call<T>(path: string, options: RequestOptions = {}): Promise<Json<T>> {
    const response = await request(path, options);
    return objectOf<T>(response.status === 204 ? {} : await response.json().catch(() => undefined));
  }

  return {
    url,
    call,
    run<Name extends OperationName>(name: Name, input: InputOf<Operations[Name]>) {
      const { method, parts } = routeOf(OPERATIONS[name]);
      const rest = new Map<string, unknown>(Object.entries(input as object).filter(([, value]) => value !== undefined));
      const path = parts.map((part) => {
        if (!part.startsWith(':')) return `/${part}`;
        const value = String(rest.get(part.slice(1)));
        rest.delete(part.slice(1));
        return `/${encodeURIComponent(value)}`;
      });
      const fields = Object.fromEntries(rest);
      const isQuery = method === 'GET';
      const query = isQuery && rest.size > 0 ? `?${new URLSearchParams(fields as Record<string, string>)}` : '';
      const options = isQuery ? {} : { method, body: JSON.stringify(fields), contentType: 'application/json' };
      return call<ValueOf<Operations[Name]>>(path.join('') + query, options);
    },
    /** Answers of one object on each line. */
    async *lines<T>(path: string, options: RequestOptions = {}): AsyncGenerator<Json<T>> {
      const response = await request(path, { accept: 'application/x-ndjson', ...options });
      const texts = unbroken(response.body?.pipeThrough(new TextDecoderStream()), url);
      for await (const text of linesOf(texts)) yield objectOf<T>(jsonOf(text));
    },
    async *file(path: string, contentType: string): AsyncGenerator<Uint8Array> {
      const response = await request(path, { accept: contentType });
      if (response.headers.get('content-type') !== contentType) {
        await response.body?.cancel();
        throw new Failure(notAShop(url));
      }
      yield* unbroken(response.body, url);
    },
  };
}

async function* unbroken<T>(body: AsyncIterable<T> | null | undefined, url: string): AsyncGenerator<T> {
  try {
    if (body) yield* body;
  } catch (error) {
    throw new Failure(`the connection to ${url} was lost (${reasonOf(causeOf(error))})`);
  }
}

function notAShop(url: string, status?: number): string {
  const answered = status === undefined ? 'answers' : `answers with status ${status}`;
  return `what ${answered} at ${url} is not a working Sodai shop: check SHOP_URL`;
}

/** The innermost cause of a failed `fetch`, whose own message has no details. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
  return cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause;
}

function unreachable(url: string, error: unknown): string {
  const cause = causeOf(error);
  switch (codeOf(cause)) {
    case 'ECONNREFUSED':
      return `no shop is running at ${url}: start it with npm start, or set SHOP_URL`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no machine has the name in ${url}: check SHOP_URL and the network`;
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return `${url} does not speak HTTPS: begin SHOP_URL with http://`;
    default:
      return `the shop at ${url} cannot be reached: ${reasonOf(cause)}`;
  }
}

/** Hosts that mean all addresses of this machine, or this machine itself. */
export const THIS_MACHINE = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost']);

/**
 * By default the shop on this machine, with the token in its data directory; the URL has no trailing slash. @throws
 * {Failure}, {SettingsError}
 */
export function readShopAccess(environment: Environment) {
  const { SHOP_URL, OPERATOR_TOKEN, PORT, HOST, DATA_DIR } = environment;
  const { port, host, dataDir } = readSettings({ PORT, HOST, DATA_DIR });
  const url = SHOP_URL?.trim() || `http://${THIS_MACHINE.has(host) ? 'localhost' : host}:${port}`;
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new Failure(`SHOP_URL must be a URL like https://shop.example, not ${url}`);
  }
  const file = operatorTokenFile({ dataDir });
  const given = OPERATOR_TOKEN?.trim();
  const token = given || readToken(file);
  const tokenSource = given ? 'OPERATOR_TOKEN' : file;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Failure(`the operator's token in ${tokenSource} has spaces or other characters that a token cannot have`);
  return { url: `${address.origin}${address.pathname.replace(/\/+$/, '')}`, token, tokenSource };
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Failure(
      codeOf(error) === 'ENOENT'
        ? `there is no operator's token in ${file}: set OPERATOR_TOKEN, or start the shop once with npm start`
        : `the operator's token cannot be read: ${reasonOf(error)}`,
    );
  }
}
