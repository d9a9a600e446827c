/** The shop's log: JSON on standard output, without the values that faults carry. */
import pino, { type Logger } from 'pino';
import type { Settings } from './settings.ts';

export function createLog(level: Settings['logLevel'], destination?: { write(line: string): void }): Logger {
  const options = { level, base: null, serializers: { err: faultOf } };
  return destination ? pino(options, destination) : pino(options);
}

/** What the log tells of an error. */
interface Fault {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: Fault;
}

/** Causes of causes that are told. */
const DEPTH = 4;

/**
 * An error as type, message, code and stack. Drivers hang statements, parameters and whole rows on theirs (`params`, `detail`,
 * `where` …): a session's token may be among them.
 */
function faultOf(error: unknown, depth = 0): Fault {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const message = messageOf(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = framesOf(error);
  const causes: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  return {
    type: error.constructor.name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(frames === '' ? {} : { stack: `${error.name}: ${message}${frames}` }),
    ...(causes instanceof Error && depth < DEPTH ? { cause: faultOf(causes, depth + 1) } : {}),
  };
}

/** SQLSTATE class 22: what was given is none of its type, or does not fit; the message quotes it. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

function messageOf(error: Error): string {
  const quotes = 'code' in error && typeof error.code === 'string' && DATA_EXCEPTION.test(error.code);
  return quotes ? error.message.replace(/".*"/s, '"…"') : error.message;
}

/** The stack without the message that it begins with. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const rest = message !== '' && at >= 0 ? stack.slice(at + message.length) : stack;
  const first = rest.search(/\n\s+at /);
  return first < 0 ? '' : rest.slice(first);
}
