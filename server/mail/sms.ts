/** Sends a text message through the gateway of SMS_URL, never twice for one row of the outbox. Loaded with the first one. */
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as safeRequest } from 'node:https';
import { type Kysely, sql } from 'kysely';
import { smsParts } from '../../domain/sms/parts.ts';
import { readMobile } from '../../domain/typed/phone.ts';
import type { Tables } from '../db/tables.ts';
import type { Settings } from '../environment.ts';
import type { Transport } from './transport.ts';
import { Undelivered } from './undelivered.ts';

type Gateway = NonNullable<Settings['sms']>;

const DAY_SECONDS = 24 * 60 * 60;
/** Of a gateway's answer, in characters. */
const KEPT_ANSWER = 200;

/** `perDay`: so many parts leave in 24 hours. */
export function openSms(gateway: Gateway | null, perDay: () => number, kysely: Kysely<Tables>): Transport {
  return {
    once: true,
    async deliver({ to, text, attempts }, signal) {
      if (!gateway) throw new Error('SMS_URL is not set');
      const phone = readMobile(to);
      if (phone === null) throw new Undelivered('refused', 'this is no mobile phone of Bangladesh');
      // Another try of the same message was counted with the first one.
      if (attempts === 1 && !(await isWithin(kysely, smsParts(text), perDay())))
        throw new Undelivered('refused', `there were ${perDay()} SMS within a day: see the setting “SMS a day”`);
      return ask(gateway, { phone: phone.slice(1), text }, signal);
    },
    close() {},
  };
}

async function isWithin(kysely: Kysely<Tables>, parts: number, perDay: number): Promise<boolean> {
  const { rows } = await sql<{ wait: number }>`
    select max(count_request('sms', ${perDay}::integer, ${DAY_SECONDS}::integer, ${Date.now()}::bigint)) as wait
    from generate_series(1, ${parts}::integer)`.execute(kysely);
  return rows[0]?.wait === 0;
}

/**
 * What the gateway answers. @throws {Undelivered} when it refuses for good, or when nobody knows whether it has sent;
 * any other error: it has surely not.
 */
async function ask({ url, body }: Gateway, values: Record<string, string>, signal: AbortSignal): Promise<string> {
  const isJson = body?.trimStart().startsWith('{') ?? false;
  const content = body && filled(body, values, isJson ? inJson : encodeURIComponent);
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const options = content ? { method: 'POST', headers: { 'Content-Type': type }, signal } : { signal };
  const response = await answerTo(filled(url, values, encodeURIComponent), options, content);
  const { statusCode: status = 0, headers } = response;
  const told = `${status} ${await textOf(response)}`.trim().slice(0, KEPT_ANSWER);
  if (status >= 200 && status < 300) return told;
  if (status === 429 || (status === 503 && headers['retry-after'])) throw new Error(told);
  throw new Undelivered(status < 500 ? 'refused' : 'unknown', told);
}

function answerTo(address: string, options: RequestOptions, content: string | undefined): Promise<IncomingMessage> {
  const isSafe = address.startsWith('https:');
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let isAsked = false;
  // On a connection of its own, nothing of the request leaves before that is there.
  const request = (isSafe ? safeRequest : plainRequest)(address, { ...options, agent: false }, resolve);
  request.on('socket', (socket) => {
    socket.once(isSafe ? 'secureConnect' : 'connect', () => {
      isAsked = true;
    });
  });
  request.on('error', (error) => reject(isAsked ? new Undelivered('unknown', error.message) : error));
  request.end(content);
  return promise;
}

/** On one line. An answer that breaks off is still one: its status has come. */
async function textOf(response: IncomingMessage): Promise<string> {
  let answer = '';
  try {
    for await (const part of response.setEncoding('utf8')) {
      answer += part;
      if (answer.length > KEPT_ANSWER) break;
    }
  } catch {
    // What came of it counts.
  }
  return answer.replaceAll(/\s+/g, ' ').trim();
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function filled(template: string, values: Record<string, string>, encode: (value: string) => string): string {
  return template.replaceAll(/\{(phone|text)\}/g, (_, name: string) => encode(values[name] ?? ''));
}
