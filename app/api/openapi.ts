/** The operator's API as OpenAPI 3.1, made of the table of operations and the files. docs/api.md is written from it. */
import { z } from 'zod';
import { PROBLEM_TYPE } from '../../base/problem.ts';
import { routeOf } from '../../base/route-parts.ts';
import type { Operation } from '../../server/operation.ts';
import type { FileRoute } from './operator-files.ts';

/** JSON Schema, 2020-12. */
export interface Schema {
  type?: string | string[];
  description?: string | undefined;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  maxLength?: number;
  maxItems?: number;
}

export type Described = ReturnType<typeof describe>;
export type OpenApi = ReturnType<typeof openApi>;

const JSON_TYPE = 'application/json';
const TEXT: Schema = { type: 'string' };

const PROBLEM: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { ...TEXT, description: "The reason's code; `about:blank` for a bad value." },
    title: TEXT,
    status: { type: 'integer' },
    detail: { ...TEXT, description: 'A sentence in English.' },
    fields: {
      type: 'array',
      description: 'What is wrong with each bad value.',
      items: { type: 'object', properties: { field: TEXT, row: { type: 'integer' }, detail: TEXT } },
    },
  },
};

export function openApi(operations: Readonly<Record<string, Operation>>, files: readonly FileRoute[]) {
  const paths: Record<string, Record<string, Described>> = {};
  const add = (entry: Entry & { path: string }, taken: Taken): void => {
    const { method, parts } = routeOf(entry);
    const address = `/${parts.map((part) => part.replace(/^:(.+)$/, '{$1}')).join('/')}`;
    paths[address] = { ...paths[address], [method.toLowerCase()]: describe(entry, taken) };
  };
  const returns = 'It is done; 204 without a value.';
  for (const [name, entry] of Object.entries(operations)) add({ name, returns, ...entry }, inputOf(entry));
  for (const file of files) add(file, takenBy(file));
  const token = { type: 'http', scheme: 'bearer', description: 'It has every right.' };
  return {
    openapi: '3.1.1',
    info: { title: "The operator's API", version: '1' },
    servers: [{ url: '/api/operator' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token },
      responses: { refusal: { description: 'Why not.', content: { [PROBLEM_TYPE]: { schema: PROBLEM } } } },
    },
  };
}

/** What a request may have. */
interface Taken {
  parameters: ReturnType<typeof parameter>[];
  requestBody?: { required: boolean; content: Record<string, { schema?: Schema }> };
}

type Entry = Pick<FileRoute, 'name' | 'summary' | 'gives'> & Partial<Pick<Operation, 'right' | 'returns'>>;

function describe(entry: Entry, { parameters, requestBody }: Taken) {
  const { name, summary, right, returns = 'It is done.', gives = JSON_TYPE } = entry;
  return {
    operationId: name,
    tags: [name.split('.', 1)[0] ?? ''],
    summary,
    responses: {
      '2XX': { description: returns, content: { [gives]: {} } },
      default: { $ref: '#/components/responses/refusal' },
    },
    // Who asks needs it.
    ...(right && { security: [{ token: [right] }] }),
    parameters,
    ...(requestBody && { requestBody }),
  };
}

function takenBy({ path, query = {}, takes }: FileRoute): Taken {
  const asked = Object.entries(query).map(([of, description]) => parameter('query', of, { ...TEXT, description }));
  return {
    parameters: [...namesIn(path).map((of) => parameter('path', of, TEXT, true)), ...asked],
    ...(takes && { requestBody: { required: true, content: Object.fromEntries(takes.map((type) => [type, {}])) } }),
  };
}

/** The parameters of the path, and the other fields: a GET has them in its query, else they are the body. */
function inputOf({ path, input, list }: Operation): Taken {
  const names = namesIn(path);
  const { $schema: _, ...read } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const whole = read as Schema;
  const forms = whole.oneOf ?? whole.anyOf ?? [whole];
  const inPath = names.map((name) =>
    parameter('path', name, either(forms.map((form) => form.properties?.[name] ?? TEXT)), true),
  );
  const others = forms.map((form) => without(form, names));
  const fields = others.flatMap(({ properties = {} }) => Object.entries(properties));
  if (path.startsWith('GET ')) {
    const required = new Set(others.flatMap((form) => form.required ?? []));
    const asked = fields.map(([name, schema]) => parameter('query', name, schema, required.has(name)));
    return { parameters: [...inPath, ...asked] };
  }
  if (fields.length === 0) return { parameters: inPath };
  const listed = fields.flatMap(([name, schema]) => (name === list ? [schema] : []));
  const required = others.some((form) => (form.required?.length ?? 0) > 0);
  const content = { [JSON_TYPE]: { schema: either([...others, ...listed]) } };
  return { parameters: inPath, requestBody: { required, content } };
}

function namesIn(path: string): string[] {
  return routeOf({ path }).parts.flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));
}

function parameter(place: 'path' | 'query', name: string, { description, ...schema }: Schema, required = false) {
  return { name, in: place, required, ...(description !== undefined && { description }), schema };
}

function without({ properties = {}, required = [], ...form }: Schema, names: readonly string[]): Schema {
  const isOther = (name: string): boolean => !names.includes(name);
  const others = Object.entries(properties).filter(([name]) => isOther(name));
  return { ...form, properties: Object.fromEntries(others), required: required.filter(isOther) };
}

/** One of these; of words one of them. */
function either(schemas: readonly Schema[]): Schema {
  const [first = {}, ...more] = schemas;
  if (more.every((schema) => JSON.stringify(schema) === JSON.stringify(first))) return first;
  const words = schemas.map((schema) => schema.const);
  return words.every((word) => typeof word === 'string') ? { ...TEXT, enum: words } : { anyOf: [...schemas] };
}
