/** The log, as JSON and without the values that errors contain. The security log is lines of it (operations). */
import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pino, { type Logger } from 'pino';
import { codeOf } from '../base/error-code.ts';
import type { Settings } from './environment.ts';
import { subnetOf } from './http/client-address.ts';

/** On standard output, or lines of another destination. */
export function createLog(level: Settings['logLevel'], destination?: { write(line: string): void }): Logger {
  return pino({ level, base: null, serializers: { err: errorDetails } }, destination);
}

const MAX_CAUSES = 4;

/** Drivers attach statements and rows (`params`, `detail`, `where` …), which may have a session's token. */
function errorDetails(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const code = codeOf(error);
  const message = DATA_EXCEPTION.test(code ?? '') ? error.message.replace(/".*"/s, '"…"') : error.message;
  const frames = framesOf(error);
  const causes: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  return {
    type: error.constructor.name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(frames === '' ? {} : { stack: `${error.name}: ${message}${frames}` }),
    ...(causes instanceof Error && depth < MAX_CAUSES ? { cause: errorDetails(causes, depth + 1) } : {}),
  };
}

/** SQLSTATE class 22: a value does not fit. The message quotes it. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const rest = message !== '' && at >= 0 ? stack.slice(at + message.length) : stack;
  const first = rest.search(/\n\s+at /);
  return first < 0 ? '' : rest.slice(first);
}

/** A line with `"msg":"security"`: what was accepted or refused. */
export interface SecurityEvent {
  /** 'login', 'login-failed', 'rate-limited', 'foreign-write', 'operator-refused' … */
  event: string;
  /** The client's address from `clientAddress`; the log has only its network. */
  address: string | null;
  userId?: string | undefined;
  /** The e-mail address in the request; the log has only a keyed digest of it. */
  email?: string | null | undefined;
  /** More facts without personal data: a route, a limit. */
  [fact: string]: string | number | null | undefined;
}

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** How often one refusal is logged in a minute, by network and by all. The others become one line with their number. */
const LINES = { network: 20, all: 200 };
const MINUTE_MS = 60_000;
const MAX_NETWORKS = 10_000;

/** `secret`: the key of digests of e-mails, so that no reader can test addresses. `count` gets every refusal. */
export function createSecurityLog(log: Pick<Logger, 'info' | 'warn'>, secret: string, count = (_event: string) => {}) {
  // Anybody can be refused as often as they like, and must not push the other lines out of the journal.
  const refusals = new LRUCache<string, { event: string; network: string; count: number; max: number }>({
    max: MAX_NETWORKS,
    ttl: MINUTE_MS,
    perf: Date,
    ttlAutopurge: true,
    noUpdateTTL: true,
    dispose({ event, network, count, max }) {
      if (count > max) log.warn({ event, network, more: count - max }, 'security');
    },
  });
  const isTooMany = (event: string, network: string, max: number): boolean => {
    const key = `${event} ${network}`;
    const refusal = refusals.get(key) ?? { event, network, count: 0, max };
    refusal.count += 1;
    refusals.set(key, refusal);
    return refusal.count > max;
  };
  return {
    /** Writes `{event, user?, network, …}`: 'info' for accepted, 'warn' for refused. Many become one with `more`. */
    log(level: 'info' | 'warn', { event, address, userId, email, ...facts }: SecurityEvent): void {
      const network = subnetOf(address);
      if (level === 'warn') count(event);
      if (level === 'warn' && (isTooMany(event, network, LINES.network) || isTooMany(event, 'all', LINES.all))) return;
      const digest =
        email && createHmac('sha256', secret).update(`security-log:${email}`).digest('base64url').slice(0, 22);
      // Its first character distinguishes a digest from an id.
      const user = userId ?? (digest ? `~${digest}` : undefined);
      log[level]({ event, ...(user === undefined ? {} : { user }), network, ...facts }, 'security');
    },
  };
}
