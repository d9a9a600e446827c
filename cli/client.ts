/** The command line's client of the operator's API. Every failure is a `Failure` with a one-line message. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { linesOf } from '../base/lines.ts';
import { asRecord } from '../base/record.ts';
import { codeOf } from '../base/error-code.ts';
import { Failure, reasonOf } from './failure.ts';
import type { ShopAccess } from './settings.ts';

/** What a service behind the API answers, as JSON has it. */
export type Json<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: Json<T[Key]> } : T;

/** An object of a service's answer; the shop that answers is of the same version. */
export function objectOf<T extends object>(): z.ZodType<Json<T>> {
  return z.custom<Json<T>>((value) => asRecord(value) !== null);
}

export class Refusal extends Failure {
  override name = 'Refusal';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  json?: unknown;
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  contentType?: string;
  accept?: string;
}

export interface ShopClient {
  readonly url: string;
  /** Parses the answer of an endpoint below /api/operator, undefined when there is none. @throws {Failure} */
  call<T>(path: string, answer: z.ZodType<T>, options?: RequestOptions): Promise<T>;
  /** Answers of one JSON value on each line. @throws {Failure} */
  lines<T>(path: string, line: z.ZodType<T>, options?: RequestOptions): AsyncGenerator<T>;
  file(path: string, contentType: string): AsyncGenerator<Uint8Array>;
}

export function createShopClient({ url, token, tokenSource }: ShopAccess): ShopClient {
  async function request(path: string, { method = 'GET', json, body, contentType, accept }: RequestOptions = {}) {
    const headers: Record<string, string> = { Authorization: `Bearer ${token}`, Accept: accept ?? 'application/json' };
    if (json !== undefined) headers['Content-Type'] = 'application/json';
    else if (contentType) headers['Content-Type'] = contentType;
    const content = json === undefined ? (body ?? null) : JSON.stringify(json);
    // After long work the shop may have closed the connection. Yield once, so that `fetch` notices that and opens a new one.
    await nextTurn();
    let response: Response;
    try {
      const init = { method, headers, body: content, redirect: 'manual', duplex: 'half' } as const;
      response = await fetch(`${url}/api/operator${path}`, init);
    } catch (error) {
      throw new Failure(unreachable(url, error));
    }
    if (!response.ok) throw await refusalOf(response);
    return response;
  }

  async function refusalOf(response: Response): Promise<Failure> {
    const target = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && target) {
      await response.body?.cancel();
      return new Failure(`${url} redirects to ${new URL(target, url).origin}: set SHOP_URL to that address`);
    }
    const problem = await problemOf(response);
    if (problem === null) return new Failure(notAShop(url, response.status));
    if (response.status === 401)
      return new Refusal(
        `the shop at ${url} does not accept the token in ${tokenSource}: set OPERATOR_TOKEN to the token of that shop`,
        401,
      );
    const detail = typeof problem.detail === 'string' ? problem.detail : `status ${response.status}`;
    return new Refusal(detail, response.status);
  }

  return {
    url,
    async call(path, answer, options) {
      const response = await request(path, options);
      return readAnswer(answer, await response.json().catch(() => undefined), url);
    },
    async *lines(path, line, options) {
      const response = await request(path, { accept: 'application/x-ndjson', ...options });
      const texts = unbroken(response.body?.pipeThrough(new TextDecoderStream()), url);
      for await (const text of linesOf(texts)) yield readAnswer(line, jsonOf(text), url);
    },
    async *file(path, contentType) {
      const response = await request(path, { accept: contentType });
      if (response.headers.get('content-type') !== contentType) {
        await response.body?.cancel();
        throw new Failure(notAShop(url));
      }
      yield* unbroken(response.body, url);
    },
  };
}

function readAnswer<T>(answer: z.ZodType<T>, value: unknown, url: string): T {
  const read = answer.safeParse(value);
  if (!read.success)
    throw new Failure(
      `the answer of ${url} cannot be read: check SHOP_URL, and that the shop has the version of this command line`,
    );
  return read.data;
}

async function* unbroken<T>(body: AsyncIterable<T> | null | undefined, url: string): AsyncGenerator<T> {
  try {
    if (body) yield* body;
  } catch (error) {
    throw new Failure(`the connection to ${url} was lost (${reasonOf(causeOf(error))})`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function problemOf(response: Response): Promise<Readonly<Record<string, unknown>> | null> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  const value: unknown = await response.json().catch(() => null);
  return isProblem ? asRecord(value) : null;
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
