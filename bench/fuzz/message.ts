/** The bytes of a planned request. */
import { CATALOGUE_COLUMNS } from '../../domain/catalogue/product-columns.ts';
import { csvRecord } from '../../base/csv.ts';
import type { Encoding } from './recipe.ts';
import { addressOf } from './recipes.ts';
import type { Change, Plan, Sender } from './requests.ts';
import type { World } from './world.ts';

export interface Message {
  bytes: Buffer;
  /** Without its query, as it is sent. */
  path: string;
  /** `framed`: an answer is owed. `broken`: it may also just be closed. `abandoned`: nobody reads the answer. */
  kind: 'framed' | 'broken' | 'abandoned';
}

type Fill = (text: string) => string;

/** Who usually sends a request to this address. */
function senderFor(pattern: string): Sender {
  if (/^\/(?:api\/operator|metrics)/.test(pattern)) return 'token';
  if (/^\/operator(?!\/login$|\/invitation)/.test(pattern)) return 'operator';
  if (/^\/(?:api\/(?:orders|profile|live)|user(?!\/(?:login|register|reset))|cart|checkout|payment)/.test(pattern))
    return 'customer';
  return 'visitor';
}

/** A plan as it is sent to this shop. */
export function messageOf(plan: Plan, world: World, host: string): Message {
  const { recipe, pick, uuid } = plan;
  if (plan.malformed !== null) return { bytes: Buffer.from(plan.malformed, 'latin1'), path: '*', kind: 'broken' };
  const sender = plan.sender ?? senderFor(recipe.pattern);
  const names = world.names(sender, pick, uuid);
  const fill: Fill = (text) => text.replace(/\{([a-zA-Z]+)\}/g, (all, name: string) => names[name] ?? all);

  const method = plan.method ?? recipe.method;
  const path = spelled(fill(addressOf(recipe.pattern, pick, plan.parameter)), plan.spelling);
  const query =
    plan.query?.map((pair) => pair.join('=')).join('&') ??
    fill(`${new URLSearchParams(recipe.query)}`.replaceAll(/%7B|%7D/g, (one) => (one === '%7B' ? '{' : '}')));
  const written = bodyOf(plan, fill);
  const body = damaged(written.bytes, plan.damage);
  const chunked = plan.framing === 'chunked';
  const length = lengthOf(plan, body);
  const mediaType = plan.mediaType ?? written.mediaType;
  const headers: [string, string][] = [
    ['Host', host],
    ...world.credentials(sender, pick),
    ...(plan.origin === null
      ? method === 'GET'
        ? []
        : [['Origin', `http://${host}`] as [string, string]]
      : [['Origin', plan.origin] as [string, string]]),
    ...(mediaType === '' ? [] : [['Content-Type', mediaType] as [string, string]]),
    ...(chunked ? [['Transfer-Encoding', 'chunked'] as [string, string]] : []),
    ...(length === null ? [] : [['Content-Length', String(length)] as [string, string]]),
    ...plan.headers,
  ];
  const head = `${method} ${path}${query === '' ? '' : `?${query}`} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), chunked ? inChunks(body) : body]),
    path,
    kind: plan.framing === 'abandoned' ? 'abandoned' : !chunked && (length ?? 0) !== body.length ? 'broken' : 'framed',
  };
}

/** The number that stands in `Content-Length`; null without one. */
function lengthOf({ framing, recipe, method }: Plan, body: Buffer): number | null {
  if (framing === 'chunked' || framing === 'none') return null;
  if (framing === 'too-short') return Math.max(0, body.length - 5);
  if (framing === 'too-long') return body.length + 50;
  return body.length === 0 && (method ?? recipe.method) === 'GET' ? null : body.length;
}

function spelled(path: string, spelling: string | null): string {
  switch (spelling) {
    case 'bn':
      return `/bn${path}`;
    case 'data':
      return path === '/' ? '/_.data' : `${path}.data`;
    case 'upper-case':
      return path.toUpperCase();
    case 'slash':
      return `${path}/`;
    case 'slashes':
      return `/${path}`;
    case 'dots':
      return `/cart/..${path}`;
    case 'escaped':
      return path.replace(/[a-z]/, (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16)}`);
    case 'semicolon':
      return `${path};a=b`;
    case 'absolute':
      return `http://evil.example${path}`;
    case 'long':
      return `${path}/${'a'.repeat(7_000)}`;
    default:
      return path;
  }
}

function bodyOf(
  { recipe, changes, encoding: other, body: replaced }: Plan,
  fill: Fill,
): { bytes: Buffer; mediaType: string } {
  const { encoding = 'form', body: right } = recipe;
  const used = other ?? encoding;
  if (replaced !== null) return { bytes: Buffer.from(replaced), mediaType: MEDIA_TYPES[used] };
  if (right === undefined) return { bytes: Buffer.alloc(0), mediaType: '' };
  const value = Buffer.isBuffer(right) ? right : changed(right, changes);
  return { bytes: encoded(value, used, fill), mediaType: MEDIA_TYPES[used] };
}

const BOUNDARY = 'sodai';
const MEDIA_TYPES: Readonly<Record<Encoding, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  file: 'application/octet-stream',
};

function encoded(value: unknown, encoding: Encoding, fill: Fill): Buffer {
  if (Buffer.isBuffer(value) && encoding !== 'multipart') return value;
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  switch (encoding) {
    case 'json':
      return Buffer.from(fill(JSON.stringify(value) ?? ''));
    case 'form':
      return Buffer.from(`${new URLSearchParams(fieldsOf(value).map(([name, one]) => [name, fill(textOf(one))]))}`);
    case 'multipart':
      return Buffer.concat([
        ...fieldsOf(value).map((field) => partOf(field, fill)),
        Buffer.from(`--${BOUNDARY}--\r\n`),
      ]);
    case 'ndjson':
      return Buffer.from(fill(rows.map((row) => JSON.stringify(row) ?? '').join('\n')));
    case 'csv':
      return Buffer.from(fill(csvRecord(CATALOGUE_COLUMNS) + rows.map(csvRow).join('')));
    case 'file':
      return Buffer.from(fill(textOf(value)));
  }
}

function fieldsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
    ? Object.entries(value)
    : [['file', value]];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function csvRow(row: unknown): string {
  const fields = new Map(fieldsOf(row));
  return csvRecord(CATALOGUE_COLUMNS.map((column) => textOf(fields.get(column) ?? '')));
}

function partOf([name, value]: [string, unknown], fill: Fill): Buffer {
  const file = Buffer.isBuffer(value) ? '; filename="a.png"\r\nContent-Type: image/png' : '';
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(head),
    Buffer.isBuffer(value) ? value : Buffer.from(fill(textOf(value))),
    Buffer.from('\r\n'),
  ]);
}

type Holder = Record<string, unknown>;

/** A copy of a body with these changes, each somewhere in it. */
function changed(body: unknown, changes: readonly Change[]): unknown {
  const root: Holder = { body: copied(body) };
  for (const { kind, at, name, value: given } of changes) {
    const value = copied(given);
    const places = placesIn(root);
    const [holder, key] = places[at % places.length] ?? [root, 'body'];
    if (kind === 'replace') holder[key] = value;
    else if (kind === 'remove' && holder !== root) delete holder[key];
    else if (Array.isArray(holder)) holder.push(value);
    else
      Object.defineProperty(holder === root ? {} : holder, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return root.body;
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copied(one)]));
}

function placesIn(holder: Holder): [Holder, string][] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const inside =
      typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? placesIn(value as Holder) : [];
    return [[holder, key] as [Holder, string]].concat(inside);
  });
}

function damaged(bytes: Buffer, damage: Plan['damage']): Buffer {
  if (damage === null || bytes.length === 0) return bytes;
  const at = damage.at % bytes.length;
  switch (damage.kind) {
    case 'cut':
      return bytes.subarray(0, at);
    case 'doubled':
      return Buffer.concat([bytes, bytes]);
    case 'not-utf8':
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80]), bytes.subarray(at)]);
    case 'nul':
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([0]), bytes.subarray(at)]);
  }
}

function inChunks(body: Buffer): Buffer {
  const size = Math.max(1, Math.ceil(body.length / 3));
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
