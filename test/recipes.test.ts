/** The walk-throughs of docs/architecture.md, "How to add", carried out in a copy: they compile, and touch as many files as the page says. */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolders } from './support/folders.ts';

const ROOT = path.join(import.meta.dirname, '..');
const newFolder = temporaryFolders();
/** The program. Its tests and benchmarks are not what a walk-through is about. */
const SOURCES = ['{app,messages,domain,base,server,cli}/**/*.{ts,tsx}', '{package,tsconfig}.json'];

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
  /** The files that the compiler names when only the first step was done, if any. */
  named?: readonly string[];
}

const TSC = path.join(ROOT, 'node_modules/.bin/tsc');
const MIGRATION = 'server/db/migrations/9999_recipe.sql';

const into = (file: string, after: string, insert: string): Step => ({ file, after, insert });
const newFile = (file: string, insert: string): Step => ({ file, insert });
const inBoth = (list: string, insert: string): Step[] =>
  ['en', 'bn'].map((language) => into(`messages/${language}.ts`, `export const ${list} = {`, insert));

const RECIPES: readonly Recipe[] = [
  {
    title: 'A setting',
    steps: [
      into(
        'domain/shop/settings.ts',
        'const TABLE = {',
        "\n  giftWrap: { ...amount, label: 'Gift wrap', hint: 'Empty: none.' },",
      ),
    ],
  },
  {
    title: 'A product column, also in the CSV',
    steps: [
      into(
        'domain/catalogue/product-columns.ts',
        'const COLUMNS = {',
        `
  brand: { label: 'brand', kept: 'orders', optional: true, input: { ...WIDE, maxLength: 60 } },`,
      ),
      into('domain/catalogue/catalogue-file.ts', 'const SHAPE = {', "\n  brand: columnText('brand').optional(),"),
      newFile(
        MIGRATION,
        `alter table products add column brand text not null default '';
alter table order_lines add column brand text not null default '';\n`,
      ),
    ],
    named: ['domain/catalogue/catalogue-file.ts'],
  },
  {
    title: 'An order status',
    steps: [
      into(
        'domain/orders/order.ts',
        'const STATUS_RULES = {',
        `
  sent: { from: ['pending'], by: ['operator'], change: 'send', asks: false, open: true, counted: ['totalOrders'], look: 'open' },`,
      ),
      ...inBoth('STATUS_NAMES', " sent: 'on its way',"),
      ...inBoth('ORDER_EVENTS', "\n  sent: { owner: 'On its way', operator: 'On its way' },"),
      ...inBoth(
        'MAIL_CHANGED',
        "\n  sent: { subject: '{id} is on its way', text: 'Your order of {time} is on its way.' },",
      ),
      newFile(
        MIGRATION,
        `alter table orders drop constraint orders_status_check,
  add check (status in ('pending', 'sent', 'delivered', 'canceled'));\n`,
      ),
    ],
    named: ['messages/en.ts', 'messages/bn.ts'],
  },
  {
    title: 'A cancel reason',
    steps: [
      into(
        'domain/orders/reasons.ts',
        'const CANCEL_REASON_RULES = {',
        "\n  'too-late': { label: 'Too late', told: true, refused: false, atDoor: true },",
      ),
      ...inBoth('CANCEL_REASON_TEXTS', "\n  'too-late': 'We came too late',"),
    ],
    named: ['messages/en.ts', 'messages/bn.ts'],
  },
  {
    title: 'A stage',
    steps: [
      into(
        'domain/orders/stages.ts',
        'const STAGE_RULES = {',
        "\n  weighed: { label: 'Weighed', told: true, next: ['packed'] },",
      ),
      ...inBoth('ORDER_STAGE_EVENTS', "\n  weighed: 'Weighed',"),
    ],
    named: ['messages/en.ts', 'messages/bn.ts'],
  },
  {
    title: 'A role',
    steps: [into('domain/accounts/roles.ts', 'export const STAFF_ROLES = {', " accountant: 'Accountant',")],
  },
  {
    title: 'A field of the address',
    steps: [
      into(
        'domain/accounts/address.ts',
        'const RULES = {',
        "\n  landmark: { required: false, maxLength: 100, wide: true, written: { line: 1, after: ', ' } },",
      ),
      into('messages/en.ts', 'export const FIELD_LABELS = {', "\n  landmark: 'Landmark',"),
      into('messages/bn.ts', 'export const FIELD_LABELS = {', "\n  landmark: 'কাছের চেনা জায়গা',"),
      newFile(MIGRATION, "alter table users add column landmark text not null default '';\n"),
    ],
    named: ['messages/en.ts', 'messages/bn.ts'],
  },
  {
    title: 'A language',
    steps: [
      into(
        'base/language.ts',
        'const RULES = {',
        `
  hi: { name: 'हिन्दी', basePath: '/hi', locale: 'hi-IN', zero: 0x0966, shortMonths: true, productName: 'name' },`,
      ),
      newFile(
        'messages/hi.ts',
        `import type { Language } from '../base/language.ts';
export * from './en.ts';
export const LANGUAGE: Language = 'hi';\n`,
      ),
      into('messages/texts.ts', "import * as en from './en.ts';", "\nimport * as hi from './hi.ts';"),
      into('messages/texts.ts', 'export const TEXTS = {', ' hi,'),
      into('package.json', '"#messages": {', '\n      "hi": "./messages/hi.ts",'),
    ],
    named: ['messages/texts.ts'],
  },
  {
    title: 'A message',
    steps: [
      into('messages/en.ts', "export const LANGUAGE: Language = 'en';", "\nexport const HELLO = 'Hello {name}';"),
      into('messages/bn.ts', "export const LANGUAGE: Language = 'bn';", "\nexport const HELLO = 'স্বাগতম {name}';"),
    ],
    named: ['messages/texts.ts'],
  },
  {
    title: 'An endpoint',
    steps: [
      newFile(
        'app/api/version.ts',
        `import { endpoint } from './endpoint.ts';
export const loader = endpoint({ GET: () => new Response('1') });
export { loader as action };\n`,
      ),
      into(
        'app/routes.ts',
        "route('orders/:id/cancel', 'api/order-cancel.ts'),",
        "\n    route('version', 'api/version.ts'),",
      ),
    ],
  },
  {
    title: 'A screen of the console',
    steps: [
      newFile(
        'app/console/routes/suppliers.tsx',
        `import { Screen } from '../components/screen.tsx';
export default function Suppliers() {
  return <Screen title="Suppliers">Nobody supplies yet.</Screen>;
}\n`,
      ),
      into(
        'app/console/routes.ts',
        "route('log', 'routes/log.tsx'),",
        "\n    route('suppliers', 'routes/suppliers.tsx'),",
      ),
    ],
  },
];

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
  const named = [...new Set(RECIPES.flatMap(({ named = [] }) => named))].toSorted();
  const firstSteps = RECIPES.map(({ steps: [first] }) => first);
  expect(await compile(firstSteps, named)).toEqual(expect.arrayContaining(named));
});

/** The files with errors in a copy of the sources in which these steps were done; of all, or of `roots` and what they import. */
async function compile(steps: readonly Step[], roots?: readonly string[]): Promise<string[]> {
  const copy = await newFolder();
  for (const file of globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.*'] }))
    cpSync(path.join(ROOT, file), path.join(copy, file));
  cpSync(path.join(ROOT, '.react-router'), path.join(copy, '.react-router'), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  for (const step of steps) carryOut(copy, step);
  const project = { extends: './tsconfig.json', ...(roots ? { include: roots } : {}) };
  writeFileSync(path.join(copy, 'tsconfig.copy.json'), JSON.stringify(project));
  // One checker: several do the same work again, and other tests have the other cores.
  const options = ['-p', 'tsconfig.copy.json', '--checkers', '1', '--pretty', 'false'];
  const { stdout } = await promisify(execFile)(TSC, options, { cwd: copy }).catch((error: { stdout: string }) => error);
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
