/**
 * What an operator, a packer or a rider can do is said once, beside the service that does it. The API, the console and
 * the command line follow from it (docs/architecture.md). Files, streams, backups and logins are plain routes.
 */
import type { z } from 'zod';
import type { Right } from '../domain/accounts/roles.ts';
import type { Done, Outcome } from '../domain/outcome.ts';
import type { Actor } from './db/audit.ts';
import type { Services } from './services.ts';

/** Who asks: somebody of the shop, or a program with the API's token. */
export interface Asker {
  /** As the log has it. */
  by: Actor;
  /** Null for the token, which may do what an owner may. */
  userId: string | null;
  /** Of domain/accounts/roles.ts. */
  role: string;
  /** They have just said again who they are, or use the token. */
  confirmed: boolean;
}

export interface Operation<Schema extends z.ZodType = z.ZodType, Value = unknown> {
  /** For the description of the API: a sentence. */
  summary: string;
  /** What the log says of it; app/console/log/change-sentence.ts fills in '{…}'. The service makes the entry. */
  logged?: string;
  right: Right;
  /** 'POST orders/:id/:change', below /api/operator. */
  path: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;
  /** A strict object of the path's parameters and the query or the body, from a form's texts and JSON alike. */
  input: Schema;
  /** What a good answer has, for the description of the API, where the summary does not say it: '`{riders}`'. */
  returns?: string;
  /** The field of the input that a body that is a list stands for. */
  list?: string;
  /** The largest body, in bytes; by default that of all endpoints. */
  maxBytes?: number;
  /** Of a good answer; by default 200, and 204 without a value. */
  status?(done: Done<Value>): number;
  /** Of a good answer, beside the usual ones. */
  headers?(value: Value): Record<string, string>;
  run(services: Services, input: z.output<Schema>, asker: Asker): Promise<Outcome<Value>> | Outcome<Value>;
}

/** Says the types of an entry. */
export function operation<Schema extends z.ZodType, Value>(entry: Operation<Schema, Value>): Operation<Schema, Value> {
  return entry;
}

export type InputOf<Op extends Pick<Operation, 'input'>> = z.input<Op['input']>;
export type ValueOf<Op extends Pick<Operation, 'run'>> = Extract<Awaited<ReturnType<Op['run']>>, { ok: true }>['value'];
