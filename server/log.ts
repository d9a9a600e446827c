/** The shop's log: JSON on standard output, or lines of another destination, without the values that errors contain. */
import pino, { type Logger } from 'pino';
import { codeOf } from '../base/error-code.ts';
import type { Settings } from './settings.ts';

export function createLog(level: Settings['logLevel'], destination?: { write(line: string): void }): Logger {
  return pino({ level, base: null, serializers: { err: errorDetails } }, destination);
}

interface ErrorDetails {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: ErrorDetails;
}

const MAX_CAUSES = 4;

/** Drivers attach statements, parameters and whole rows (`params`, `detail`, `where` …), which can contain a session's token. */
function errorDetails(error: unknown, depth = 0): ErrorDetails {
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
