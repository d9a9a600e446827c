/** Generated hostile requests: right ones of recipes.ts with wrong parts. The same seed makes the same requests. */
import * as fc from 'fast-check';
import { anyText } from '../../test/support/arbitraries.ts';
import { generatedAddressParts, generatedBodies } from '../../test/support/generated-requests.ts';
import { HTML, hugePng, SVG } from '../../test/support/pictures.ts';
import type { Encoding, Recipe } from './recipe.ts';
import { PASSWORD, PIXEL } from './recipes.ts';
import { MALFORMED } from './malformed.ts';

/** Whose credentials a request has. `forged`: ones that nobody has given. */
export type Sender = 'visitor' | 'customer' | 'token' | 'operator' | 'forged';

/** A request, without what only a running shop knows. */
export interface Plan {
  recipe: Recipe;
  /** Chooses among what there is in the shop: which order, which customer. */
  pick: number;
  uuid: string;
  /** The usual sender of the recipe when null; so with all that follows. */
  sender: Sender | null;
  method: string | null;
  parameter: string | null;
  spelling: string | null;
  query: [string, string][] | null;
  changes: Change[];
  body: string | Buffer | null;
  encoding: Encoding | null;
  mediaType: string | null;
  damage: { kind: 'cut' | 'doubled' | 'not-utf8' | 'nul'; at: number } | null;
  headers: [string, string][];
  origin: string | null;
  framing: 'chunked' | 'too-short' | 'too-long' | 'abandoned' | 'none' | null;
  /** Bytes to send instead of all this. */
  malformed: string | null;
}

/** What happens to a place within a body. */
export interface Change {
  kind: 'replace' | 'remove' | 'add';
  at: number;
  name: string;
  value: unknown;
}

/** Something in `percent` of all requests. */
const seldom = <T>(percent: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 100 - percent, arbitrary: fc.constant(null) }, { weight: percent, arbitrary });

/** Arrays in arrays, deeper than most parsers like. */
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', '', 'id', 'role', 'price', '\0'];
const names = fc.oneof(fc.constantFrom(...NAMES), anyText({ maxLength: 12 }));
const TEXTS = [
  '\0',
  '\ud800',
  'a\u202eb',
  "' or 1=1 --",
  '%',
  '_%\\',
  '{{7*7}}',
  '<script>',
  '=cmd()',
  '\r\nSet-Cookie: a=b',
  '../../etc/passwd',
  'javascript:1',
  '০১৭১২৩৪৫৬৭৮',
  '-1',
  '0',
  '1e309',
  'NaN',
  '9007199254740993',
  '2147483648',
  '99999999999999999999',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  'true',
  'null',
  'a'.repeat(5_000),
  '🍚'.repeat(400),
];
const text = fc.oneof(fc.constantFrom(...TEXTS), anyText({ maxLength: 40 }));
const NUMBERS = [0, -0, -1, 0.1, 1e308, -1e308, 1e-320, 2 ** 31, 2 ** 53 + 2, 2 ** 63, 1e21];
const value = fc.oneof(
  text,
  fc.constantFrom<unknown>(...NUMBERS, null, true, [], {}, [null], [[]], [{}]),
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 2 }),
);
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
  at: fc.nat(),
  name: names,
  value,
});

const FILES = [
  SVG,
  HTML,
  PIXEL.subarray(0, 40),
  hugePng(60_000, 60_000),
  Buffer.from('PK\u0003\u0004'),
  Buffer.alloc(70_000),
];
const JSONS = [
  '',
  'null',
  '[]',
  '"',
  '{',
  '1e999',
  '{"__proto__":{"id":1}}',
  '\ufeff{}',
  '{"a":1,"a":2}',
  nested(9_000),
];
const body = fc.oneof(generatedBodies, text, fc.constantFrom(...FILES, ...JSONS));

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE'];
const MEDIA_TYPES = [
  '',
  'text/plain',
  'application/json; charset=utf-7',
  'application/merge-patch+json',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded; charset=utf-16',
  'application/x-ndjson;',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="a b"',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=sodai',
  'image/png',
  ';',
  'a/b, c/d',
];
const HEADERS: readonly [string, string][] = [
  ['Range', 'bytes=0-0,5-1'],
  ['Range', 'bytes=-99999999999999999999'],
  ['If-None-Match', '*'],
  ['If-None-Match', 'W/"'],
  ['If-Modified-Since', '31 Nov 99999'],
  ['If-Match', '"x"'],
  ['Accept-Encoding', 'br;q=NaN, gzip;q=-1, *;q=9'],
  ['Accept-Encoding', 'identity;q=0, *;q=0'],
  ['Accept', 'application/x-ndjson'],
  ['Accept', ',;q=/'],
  ['Accept-Language', `bn${'-x'.repeat(2_000)}`],
  ['Content-Encoding', 'gzip'],
  ['Expect', '100-continue'],
  ['Expect', 'a cake'],
  ['Connection', 'Upgrade, HTTP2-Settings'],
  ['Upgrade', 'websocket'],
  ['Upgrade', 'h2c'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', "unknown, 1.2.3.4, '"],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'gopher'],
  ['Forwarded', 'for="[::1'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Sec-Purpose', 'prefetch;prerender'],
  ['Last-Event-ID', '\u00ff'],
  ['Cookie', '=; ==; a; ;;; __proto__=1; %=%'],
  ['Cookie', `a=${'b'.repeat(6_000)}`],
  ['Authorization', 'Basic Og=='],
  ['Authorization', 'Bearer'],
  ['X-Request-Id', '\t'],
  ['X-Remix-Response', 'yes'],
  ['Referer', 'not an address'],
  ['Trailer', 'Host'],
  ['TE', 'trailers'],
  ['X-Large', 'x'.repeat(12_000)],
];
const SPELLINGS = ['bn', 'data', 'upper-case', 'slash', 'slashes', 'dots', 'escaped', 'semicolon', 'absolute', 'long'];
const ORIGINS = ['https://evil.example', 'null', '', 'http://[', 'http://localhost'];

const QUERY_NAMES = ['after', 'q', 'ids', 'days', 'status', 'since', 'next', 'rows', 'searchText', '_routes', 'index'];
const query = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom(...QUERY_NAMES), generatedAddressParts),
    fc.oneof(generatedAddressParts, fc.constantFrom(...TEXTS.map((one) => encodeURIComponent(one.toWellFormed())))),
  ),
  { minLength: 1, maxLength: 3 },
);

const BACKUPS = /^\/api\/operator\/(?:backup|restore)$/;

/**
 * Whether a request takes the shop a hundred times as long as others: passwords are hashed, pictures drawn in all
 * sizes, everything is copied. They come rarely.
 */
function isExpensive({ pattern, body }: Recipe): boolean {
  return BACKUPS.test(pattern) || body === PIXEL || (JSON.stringify(body) ?? '').includes(PASSWORD);
}

/** Hostile requests made of these recipes. */
function plans(recipes: readonly Recipe[]): fc.Arbitrary<Plan> {
  return fc.record({
    recipe: fc.oneof(
      { weight: 98, arbitrary: fc.constantFrom(...recipes.filter((recipe) => !isExpensive(recipe))) },
      { weight: 2, arbitrary: fc.constantFrom(...recipes.filter(isExpensive)) },
    ),
    pick: fc.nat(),
    uuid: fc.uuid(),
    sender: seldom(15, fc.constantFrom<Sender>('visitor', 'customer', 'token', 'operator', 'forged')),
    method: seldom(8, fc.constantFrom(...METHODS)),
    parameter: seldom(15, generatedAddressParts),
    spelling: seldom(15, fc.constantFrom(...SPELLINGS)),
    query: seldom(20, query),
    changes: fc.array(change, { maxLength: 2 }),
    body: seldom(10, body),
    encoding: seldom(5, fc.constantFrom<Encoding>('json', 'form', 'multipart', 'ndjson', 'csv', 'file')),
    mediaType: seldom(8, fc.constantFrom(...MEDIA_TYPES)),
    damage: seldom(8, fc.record({ kind: fc.constantFrom('cut', 'doubled', 'not-utf8', 'nul'), at: fc.nat() } as const)),
    headers: fc.oneof(
      { weight: 7, arbitrary: fc.constant<[string, string][]>([]) },
      { weight: 3, arbitrary: fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }) },
    ),
    origin: seldom(5, fc.constantFrom(...ORIGINS)),
    framing: seldom(10, fc.constantFrom('chunked', 'chunked', 'too-short', 'too-long', 'abandoned', 'none')),
    malformed: seldom(3, fc.constantFrom(...MALFORMED)),
  });
}

/** Makes requests in batches; a batch depends on its number and the seed only. */
export function createPlans(recipes: readonly Recipe[], seed: number): (batch: number, size: number) => Plan[] {
  const arbitrary = plans(recipes);
  return (batch, size) => fc.sample(arbitrary, { seed: seed * 100_000 + batch, numRuns: size });
}
