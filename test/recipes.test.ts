/** The walk-throughs of docs/architecture.md, "How to add", carried out in a copy: they compile, and touch as many files as the page says. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { sourceFiles } from './support/source-files.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** `insert` goes behind the first place with the text `after`, or is a new file. */
interface Step {
  file: string;
  after?: string;
  insert: string;
}

interface Recipe {
  /** As in the document. */
  title: string;
  steps: readonly [Step, ...Step[]];
  /** The files that the compiler names when only the first step was done. */
  named: readonly string[];
}

const MIGRATION = 'server/db/migrations/9999_recipe.sql';

const RECIPES: readonly Recipe[] = [
  {
    title: 'A setting',
    steps: [
      {
        file: 'domain/shop/settings.ts',
        after: 'const TABLE = {',
        insert: "\n  giftWrap: { ...amount, label: 'Gift wrap', hint: 'Empty: none.' },",
      },
    ],
    named: [],
  },
  {
    title: 'A product column, also in the CSV',
    steps: [
      {
        file: 'domain/catalogue/product-columns.ts',
        after: 'const COLUMNS = {',
        insert: `
  brand: { label: 'brand', kept: 'orders', optional: true, input: { ...WIDE, maxLength: 60 } },`,
      },
      {
        file: 'domain/catalogue/catalogue-file.ts',
        after: 'const SHAPE = {',
        insert: "\n  brand: columnText('brand').optional(),",
      },
      {
        file: MIGRATION,
        insert: `alter table products add column brand text not null default '';
alter table order_lines add column brand text not null default '';\n`,
      },
    ],
    named: ['domain/catalogue/catalogue-file.ts'],
  },
  {
    title: 'An order status',
    steps: [
      {
        file: 'domain/orders/order.ts',
        after: 'const STATUS_RULES = {',
        insert: `
  sent: { from: ['pending'], by: ['operator'], change: 'send', asks: false, open: true, counted: ['totalOrders'], look: 'open' },`,
      },
      ...['en', 'bn'].flatMap((language) => [
        { file: `messages/${language}.ts`, after: 'export const STATUS_NAMES = {', insert: " sent: 'on its way'," },
        {
          file: `messages/${language}.ts`,
          after: 'export const ORDER_EVENTS = {',
          insert: "\n  sent: { owner: 'On its way', operator: 'On its way' },",
        },
        {
          file: `messages/${language}.ts`,
          after: 'export const MAIL_CHANGED = {',
          insert: "\n  sent: { subject: '{id} is on its way', text: 'Your order of {time} is on its way.' },",
        },
      ]),
      {
        file: MIGRATION,
        insert: `alter table orders drop constraint orders_status_check,
  add check (status in ('pending', 'sent', 'delivered', 'canceled'));\n`,
      },
    ],
    named: ['messages/en.ts', 'messages/bn.ts'],
  },
  {
    title: 'A cancel reason',
    steps: [
      {
        file: 'domain/orders/reasons.ts',
        after: 'const CANCEL_REASON_RULES = {',
        insert: "\n  'too-late': { label: 'Too late', told: true, refused: false, atDoor: true },",
      },
      ...['en', 'bn'].map((language) => ({
        file: `messages/${language}.ts`,
        after: 'export const CANCEL_REASON_TEXTS = {',
        insert: "\n  'too-late': 'We came too late',",
      })),
    ],
    named: ['messages/en.ts', 'messages/bn.ts'],
  },
  {
    title: 'A stage',
    steps: [
      {
        file: 'domain/orders/stages.ts',
        after: 'const STAGE_RULES = {',
        insert: "\n  weighed: { label: 'Weighed', told: true, next: ['packed'] },",
      },
      ...['en', 'bn'].map((language) => ({
        file: `messages/${language}.ts`,
        after: 'export const ORDER_STAGE_EVENTS = {',
        insert: "\n  weighed: 'Weighed',",
      })),
    ],
    named: ['messages/en.ts', 'messages/bn.ts'],
  },
  {
    title: 'A role',
    steps: [
      {
        file: 'domain/accounts/roles.ts',
        after: 'export const STAFF_ROLES = {',
        insert: " accountant: 'Accountant',",
      },
    ],
    named: [],
  },
  {
    title: 'A field of the address',
    steps: [
      {
        file: 'domain/accounts/address.ts',
        after: 'const RULES = {',
        insert: "\n  landmark: { required: false, maxLength: 100, wide: true, written: { line: 1, after: ', ' } },",
      },
      { file: 'messages/en.ts', after: 'export const FIELD_LABELS = {', insert: "\n  landmark: 'Landmark'," },
      { file: 'messages/bn.ts', after: 'export const FIELD_LABELS = {', insert: "\n  landmark: 'কাছের চেনা জায়গা'," },
      { file: MIGRATION, insert: "alter table users add column landmark text not null default '';\n" },
    ],
    named: ['messages/en.ts', 'messages/bn.ts'],
  },
  {
    title: 'A language',
    steps: [
      {
        file: 'base/language.ts',
        after: 'const RULES = {',
        insert: `
  hi: { name: 'हिन्दी', basePath: '/hi', locale: 'hi-IN', zero: 0x0966, shortMonths: true, productName: 'name' },`,
      },
      {
        file: 'messages/hi.ts',
        insert: `import type { Language } from '../base/language.ts';
export * from './en.ts';
export const LANGUAGE: Language = 'hi';\n`,
      },
      {
        file: 'messages/texts.ts',
        after: "import * as en from './en.ts';",
        insert: "\nimport * as hi from './hi.ts';",
      },
      { file: 'messages/texts.ts', after: 'export const TEXTS = {', insert: ' hi,' },
      { file: 'package.json', after: '"#messages": {', insert: '\n      "hi": "./messages/hi.ts",' },
    ],
    named: ['messages/texts.ts'],
  },
  {
    title: 'A message',
    steps: [
      {
        file: 'messages/en.ts',
        after: "export const LANGUAGE: Language = 'en';",
        insert: "\nexport const HELLO = 'Hello {name}';",
      },
      {
        file: 'messages/bn.ts',
        after: "export const LANGUAGE: Language = 'bn';",
        insert: "\nexport const HELLO = 'স্বাগতম {name}';",
      },
    ],
    named: ['messages/texts.ts'],
  },
  {
    title: 'An endpoint',
    steps: [
      {
        file: 'app/api/version.ts',
        insert: `import { endpoint } from './endpoint.ts';
export const loader = endpoint({ GET: () => new Response('1') });
export { loader as action };\n`,
      },
      {
        file: 'app/routes.ts',
        after: "route('orders/:id/cancel', 'api/order-cancel.ts'),",
        insert: "\n    route('version', 'api/version.ts'),",
      },
    ],
    named: [],
  },
  {
    title: 'A screen of the console',
    steps: [
      {
        file: 'app/console/routes/suppliers.tsx',
        insert: `import { Screen } from '../components/screen.tsx';
export default function Suppliers() {
  return <Screen title="Suppliers">Nobody supplies yet.</Screen>;
}\n`,
      },
      {
        file: 'app/console/routes.ts',
        after: "route('log', 'routes/log.tsx'),",
        insert: "\n    route('suppliers', 'routes/suppliers.tsx'),",
      },
    ],
    named: [],
  },
];

const copies: string[] = [];

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

test('the document has these walk-throughs, with their number of files', () => {
  const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = page.split('## How to add');
  const told = new Map(
    [...section.matchAll(/^\*\*(.+?)\*\* \((\d+) files?/gm)].map(([, title, files]) => [title, Number(files)]),
  );
  for (const { title, steps } of RECIPES) {
    const files = new Set(steps.map(({ file }) => file));
    expect([title, told.get(title)]).toEqual([title, files.size]);
  }
  expect(told.size).toBe(RECIPES.length);
});

test('carried out, they compile', async () => {
  expect(await compile(RECIPES.flatMap(({ steps }) => steps))).toEqual([]);
});

test('after the first step, the compiler names the other files', async () => {
  const faulty = await compile(RECIPES.map(({ steps: [first] }) => first));
  const expected = RECIPES.flatMap(({ named }) => named);
  expect(faulty).toEqual(expect.arrayContaining(expected));
});

/** The files with errors in a copy of the sources in which these steps were done. */
async function compile(steps: readonly Step[]): Promise<string[]> {
  const copy = mkdtempSync(path.join(tmpdir(), 'recipe-'));
  copies.push(copy);
  for (const file of sourceFiles()) cpSync(path.join(ROOT, file), path.join(copy, file));
  cpSync(path.join(ROOT, '.react-router'), path.join(copy, '.react-router'), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  for (const step of steps) carryOut(copy, step);
  const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(tsc, ['--noEmit', '--pretty', 'false'], { cwd: copy }).catch(
    (error: { stdout: string }) => error,
  );
  return [...new Set(Array.from(stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm), ([, file = '']) => file))].toSorted();
}

function carryOut(copy: string, { file, after, insert }: Step): void {
  const target = path.join(copy, file);
  if (after === undefined) {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, insert);
    return;
  }
  const text = readFileSync(target, 'utf8');
  if (!text.includes(after)) throw new Error(`${file} has no ${after}`);
  writeFileSync(
    target,
    text.replace(after, () => after + insert),
  );
}
