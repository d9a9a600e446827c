/**
 * The walk-throughs of docs/architecture.md, "How to add", carried out in a copy: they compile, do what they are for,
 * and touch as many files as the page says.
 */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolders } from './support/folders.ts';
import { onServer, startPostgres, TEMPLATE } from './support/postgres-server.ts';

const ROOT = path.join(import.meta.dirname, '..');
const newFolder = temporaryFolders();
/** The program. Its tests and benchmarks are not what a walk-through is about. */
const SOURCES = ['{app,messages,domain,base,server,cli}/**/*.{ts,tsx,sql}', '{package,tsconfig}.json'];

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
const migration = (name: string, insert: string): Step => newFile(`server/db/migrations/9999_${name}.sql`, insert);

const into = (file: string, after: string, insert: string): Step => ({ file, after, insert });
const newFile = (file: string, insert: string): Step => ({ file, insert });
const inBoth = (list: string, insert: string): Step[] =>
  ['en', 'bn'].map((language) => into(`messages/${language}.ts`, `export const ${list} = {`, insert));

const RECIPES: readonly Recipe[] = [
  {
    title: 'An operation',
    steps: [
      into(
        'server/shop/operations.ts',
        'export const SHOP_OPERATIONS = {',
        `
  'shop.greet': operation({
    summary: 'Greets somebody.',
    right: 'settings',
    path: 'POST greetings',
    input: z.strictObject({ name: z.string() }),
    run: (_, { name }) => done({ greeting: \`Hello \${name}\` }),
  }),`,
      ),
      into(
        'app/console/log/log.tsx',
        'export const action = actionOf({',
        " greet: act('shop.greet', { done: 'Greeted.' }),",
      ),
    ],
  },
  {
    title: 'A change of an order',
    steps: [
      into(
        'domain/orders/changes.ts',
        'const OTHERS = {',
        `
  repack: {
    takes: { reason: 'text' },
    undoable: true,
    summary: 'pack an order again',
    logged: 'Packed again order {order}',
    entry: 'Packed again',
  },`,
      ),
      into(
        'domain/orders/change-order.ts',
        "case 'edit':\n      return changed({}, { mail: 'changed' });",
        "\n    case 'repack':\n      return changed({ stage: 'packed' });",
      ),
    ],
  },
  {
    title: 'A message channel',
    steps: [
      into(
        'server/mail/mail.ts',
        'const CHANNELS = {',
        "\n  chat: async ({ chatUrl }) => (await import('./chat.ts')).chatTransport(chatUrl),",
      ),
      into('server/mail/mail.ts', "Pick<Settings, 'mail'", " | 'chatUrl'"),
      newFile(
        'server/mail/chat.ts',
        `import type { Transport } from './transport.ts';
export function chatTransport(url: string): Transport {
  return {
    async deliver({ to, text }, signal) {
      await fetch(url, { method: 'POST', body: \`\${to}: \${text}\`, signal });
    },
    close() {},
  };
}\n`,
      ),
      into(
        'server/environment.ts',
        'const schema = z.object({',
        "\n  CHAT_URL: url(['http:'], 'http://chat.example').default(''),",
      ),
      into('server/environment.ts', "mail: smtp ?? folder('mail'),", '\n    chatUrl: values.CHAT_URL,'),
      into(
        'server/orders/order-mails.ts',
        "return [{ channel: 'mail', ...orderMail(event, { to, language }, order, sender), limit }",
        `,
      { channel: 'chat', to: order.shippingInfo.phone, subject: '', text: \`Your order: \${event.kind}\`, html: '', limit: null }`,
      ),
    ],
  },
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
  brand: { kept: 'orders', optional: true, input: { ...WIDE, maxLength: 60 } },
  origin: { kept: 'pages', optional: true, input: WIDE },
  supplier: { kept: 'shop', optional: true, input: WIDE },`,
      ),
      into(
        'domain/catalogue/product-form.ts',
        'export const PRODUCT_LABELS: Readonly<Record<CatalogueColumn, string>> = {',
        ['brand', 'origin', 'supplier'].map((name) => `\n  ${name}: '${name}',`).join(''),
      ),
      into(
        'domain/catalogue/catalogue-file.ts',
        'const SHAPE = {',
        ['brand', 'origin', 'supplier'].map((name) => `\n  ${name}: columnText('${name}').optional(),`).join(''),
      ),
      migration(
        'brand',
        `alter table products add column brand text not null default '', add column origin text not null default '',
  add column supplier text not null default '';
alter table order_lines add column brand text not null default '';\n`,
      ),
    ],
    named: ['domain/catalogue/product-form.ts', 'domain/catalogue/catalogue-file.ts'],
  },
  {
    title: 'An order status',
    steps: [
      into(
        'domain/orders/order.ts',
        'const STATUS_RULES = {',
        `
  sent: { from: ['pending'], by: ['operator'], change: 'send', asks: false, look: 'open' },`,
      ),
      into('domain/orders/order.ts', "delivered: { from: ['pending'", ", 'sent'"),
      into('messages/bn.ts', 'export const STATUS_NAMES = {', "\n  sent: 'on its way',"),
      ...inBoth('ORDER_EVENTS', "\n  sent: { owner: 'On its way', operator: 'On its way' },"),
      ...inBoth(
        'MAIL_CHANGED',
        "\n  sent: { subject: '{id} is on its way', text: 'Your order of {time} is on its way.' },",
      ),
      migration(
        'status',
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
        'const RULES = {',
        "\n  weighed: { label: 'Weighed', told: true, next: ['packed'] },",
      ),
      ...inBoth('ORDER_STAGE_EVENTS', "\n  weighed: 'Weighed',"),
    ],
    named: ['messages/en.ts', 'messages/bn.ts'],
  },
  {
    title: 'A role',
    steps: [
      into(
        'domain/accounts/roles.ts',
        'const ROLES = {',
        `
  accountant: {
    label: 'Accountant',
    may: ['cash', 'figures', 'account'],
    home: '/cash',
    told: 'An accountant sees cash and figures.',
    invited: 'somebody who counts',
  },`,
      ),
    ],
  },
  {
    title: 'A field of the address',
    steps: [
      into(
        'domain/accounts/address.ts',
        'const RULES = {',
        "\n  landmark: { required: false, maxLength: 100, wide: true, line: 1, after: ', ' },",
      ),
      into('messages/en.ts', 'export const FIELD_LABELS = {', "\n  landmark: 'Landmark',"),
      into('messages/bn.ts', 'export const FIELD_LABELS = {', "\n  landmark: 'কাছের চেনা জায়গা',"),
      migration('landmark', "alter table users add column landmark text not null default '';\n"),
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
      newFile('messages/hi-reasons.ts', "export * from './en-reasons.ts';\n"),
      into(
        'messages/texts.ts',
        "import type * as enReasons from './en-reasons.ts';",
        "\nimport * as hi from './hi.ts';\nimport type * as hiReasons from './hi-reasons.ts';",
      ),
      into('messages/texts.ts', 'export const TEXTS = {', ' hi,'),
      into('messages/texts.ts', 'interface Reasons {', '\n  hi: typeof hiReasons;'),
      into('package.json', '"#messages": {', '\n      "hi": "./messages/hi.ts",'),
      into('package.json', '"#reasons": {', '\n      "hi": "./messages/hi-reasons.ts",'),
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
      into('app/routes.ts', "route('operator/*', 'api/operator.ts'),", "\n    route('version', 'api/version.ts'),"),
    ],
  },
  {
    title: 'A screen of the console',
    steps: [
      newFile(
        'app/console/suppliers/suppliers.tsx',
        `import { Screen } from '../kit/screen.tsx';
export default function Suppliers() {
  return <Screen title="Suppliers">Nobody supplies yet.</Screen>;
}\n`,
      ),
      into(
        'app/console/routes.ts',
        "route('log', 'log/log.tsx'),",
        "\n    route('suppliers', 'suppliers/suppliers.tsx'),",
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

test('carried out, they compile, and the shop works with them', async () => {
  const copy = await copyWith(RECIPES.flatMap(({ steps }) => steps));
  expect(await compile(copy)).toEqual([]);

  cpSync(path.join(ROOT, 'test/support'), path.join(copy, 'test/support'), { recursive: true });
  const server = await startPostgres();
  try {
    await onServer(server.url, `create database shop template ${TEMPLATE}`);
    const env = {
      ...process.env,
      DATA_DIR: path.join(copy, 'data'),
      DATABASE_URL: new URL('/shop', server.url).href,
      AUTH_SECRET: 'a secret of these tests, long enough',
    };
    const { stdout } = await promisify(execFile)(process.execPath, ['test/support/recipes-at-work.ts'], {
      cwd: copy,
      env,
    });
    expect(JSON.parse(stdout)).toEqual({
      chat: '01712345678: Your order: placed',
      status: 'sent',
      carried: 1,
      rider: null,
      edited: ['sent', 3],
      repacked: ['sent', 'packed'],
      delivered: ['delivered', 'paid', 0],
      history: [null, 'stage', 'send', 'rider', 'rider', 'rider', 'edit', 'repack two boxes', 'deliver'],
      columns: [
        ['Pran', 'Bogura', null],
        ['Pran', 'Bogura', 'Karwan Bazar'],
      ],
      greeting: { greeting: 'Hello Amina' },
      invited: [['accountant', 'packer'], 'accountant', '/cash'],
    });
  } finally {
    await server.stop();
  }
});

test('after the first step, the compiler names the other files', async () => {
  const named = [...new Set(RECIPES.flatMap(({ named = [] }) => named))].toSorted();
  const firstSteps = RECIPES.map(({ steps: [first] }) => first);
  expect(await compile(await copyWith(firstSteps), named)).toEqual(expect.arrayContaining(named));
});

/** A copy of the sources in which these steps were done. */
async function copyWith(steps: readonly Step[]): Promise<string> {
  const copy = await newFolder();
  for (const file of globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.*'] }))
    cpSync(path.join(ROOT, file), path.join(copy, file));
  cpSync(path.join(ROOT, '.react-router'), path.join(copy, '.react-router'), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  for (const step of steps) carryOut(copy, step);
  return copy;
}

/** The files with errors; of all, or of `roots` and what they import. */
async function compile(copy: string, roots?: readonly string[]): Promise<string[]> {
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
