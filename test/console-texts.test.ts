/** The texts of the console: each that is shown can be said in Bangla, and no row of the tables is dead. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import { INVITED_ROLES, STAFF_ROLES } from '../domain/accounts/roles.ts';
import { PRODUCT_HINTS, PRODUCT_LABELS } from '../domain/catalogue/product-form.ts';
import { CASH_LABELS, SHOP_TILL } from '../domain/orders/cash.ts';
import { CHANGES } from '../domain/orders/changes.ts';
import { HOWS } from '../domain/orders/ledger.ts';
import { ORDER_STATUSES } from '../domain/orders/order.ts';
import { CALL_OUTCOMES, CANCEL_REASONS, reasonLabel } from '../domain/orders/reasons.ts';
import { STAGE_RULES } from '../domain/orders/stages.ts';
import { CHANGED_MEANWHILE, OPERATOR_REASONS, UNKNOWN } from '../domain/outcome.ts';
import { capitalized } from '../base/text.ts';
import { restoreRefusal } from '../domain/shop/restore.ts';
import { checksOf, type ShopFacts } from '../domain/shop/checks.ts';
import { SETTINGS, settingsWith } from '../domain/shop/settings.ts';
import { STOCK_MOVES } from '../domain/stock/stock.ts';
import { LOG_PARTS } from '../app/console/log/change-sentence.ts';
import { CONSOLE_TEXTS, TOLD } from '../messages/console/bn.ts';
import { OPERATIONS } from '../server/operations.ts';
import { importInBangla } from './support/bangla.ts';
import { DAILY } from '../messages/console/bn-daily.ts';
import { ORDERS } from '../messages/console/bn-orders.ts';
import { RUNNING } from '../messages/console/bn-running.ts';
import { SHOP } from '../messages/console/bn-shop.ts';

interface Node {
  type: string;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  if (!isNode(value)) return;
  yield value;
  for (const member of Object.values(value)) yield* nodesOf(member);
}

/** The strings that an expression can be: itself, or those of its branches. */
function* stringsOf(value: unknown): Generator<string> {
  if (!isNode(value)) return;
  if (value.type === 'Literal' && typeof value.value === 'string') yield value.value;
  if (value.type === 'TemplateLiteral')
    for (const { value: text } of value.quasis as Node[]) yield (text as { cooked: string }).cooked;
  if (value.type === 'ConditionalExpression') yield* [...stringsOf(value.consequent), ...stringsOf(value.alternate)];
  if (value.type === 'LogicalExpression') yield* [...stringsOf(value.left), ...stringsOf(value.right)];
  if (value.type === 'JSXExpressionContainer') yield* stringsOf(value.expression);
}

const files = globSync('app/console/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] });
const nodes = files.map((path) => {
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  return { path, nodes: [...nodesOf(program)] };
});

/** What the code says in another language: the first arguments of `t` and `say`. */
const said = new Set(
  nodes.flatMap((file) =>
    file.nodes.flatMap((node) => {
      const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee.name : '';
      return callee === 't' || callee === 'say' ? [...stringsOf((node.arguments as unknown[])[0])] : [];
    }),
  ),
);

/** The properties of elements that people read or hear. */
const SHOWN = new Set([
  'label',
  'title',
  'heading',
  'hint',
  'placeholder',
  'aria-label',
  'text',
  'empty',
  'one',
  'keep',
  'confirm',
  'none',
  'submit',
  'note',
  'button',
  'verb',
  'term',
  'first',
  'unit',
]);
const isWord = (text: string): boolean => /\p{L}{2,}/u.test(text.replace(/^\{\w+\}$/, ''));

const textsOf = (value: unknown): string[] => [...stringsOf(value)];

/** What is the same in all languages. */
const NAMES = new Set([
  'npm run shop -- operators invite YOUR@EMAIL',
  'alu, aloo, potato',
  // The poster has both languages, for those at the door.
  'Order from home: scan this with your phone’s camera, choose, and pay at the door.',
  // The place where a product is added.
  'entered',
]);

test('no text of a screen stands in English alone', () => {
  const bare = nodes.flatMap((file) =>
    file.nodes.flatMap((node): string[] => {
      const texts =
        node.type === 'JSXText'
          ? [String(node.value)]
          : node.type === 'JSXAttribute' && isNode(node.name) && SHOWN.has(String(node.name.name))
            ? [...stringsOf(node.value)]
            : node.type === 'AssignmentPattern' && isNode(node.left) && SHOWN.has(String(node.left.name))
              ? [...stringsOf(node.right)]
              : node.type === 'JSXElement' || node.type === 'JSXFragment'
                ? (node.children as Node[]).flatMap(textsOf)
                : [];
      return texts
        .map((text) => text.trim())
        .filter((text) => isWord(text) && !/\p{Script=Bengali}/u.test(text) && !NAMES.has(text))
        .map((text) => `${file.path}: ${text}`);
    }),
  );
  expect(bare).toEqual([]);
});

test('every text of the table is said', () => {
  expect(Object.keys(CONSOLE_TEXTS).filter((text) => !said.has(text))).toEqual([]);
});

test('a text stands in one table alone', () => {
  const keys = [DAILY, ORDERS, SHOP, RUNNING].flatMap((table) => Object.keys(table));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

const ROWS = Object.entries({ ...CONSOLE_TEXTS, ...TOLD });

/** The rows with a fault. */
function offending(isFaulty: (own: string) => boolean): string[] {
  return ROWS.filter(([, own]) => isFaulty(own)).map(([text, own]) => `${text}: ${own}`);
}

test('are normalized, with Bangla digits, and without spaces at their ends', () => {
  expect(offending((own) => own.normalize('NFC') !== own || own.trim() !== own || /[0-9]/.test(own))).toEqual([]);
});

/** What people write in Latin letters in Bangla too. */
const LATIN =
  /WhatsApp|SMS|A4|Aegis|Google Authenticator|API|CSV|JSON|JavaScript|ZIP|QR|PNG|WebP|Facebook|Instagram|YouTube|PUBLIC_URL|SMTP_URL|BACKUP_URL|SMS_URL|https?|id\b|none/g;

test('have no words in other scripts, except names', () => {
  const words = (own: string): string => own.replaceAll(/\{[\w ]+\}/g, '').replaceAll(LATIN, '');
  expect(offending((own) => /\p{Script=Latin}|\p{Script=Devanagari}/u.test(words(own)))).toEqual([]);
});

const strings = (values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string');

test('what the tables of the domain say has a row', async () => {
  const { told } = await importInBangla(() => import('../messages/console/t.ts'));
  const facts: ShopFacts = {
    settings: settingsWith({}),
    address: 'https://sodai.example',
    answer: { fault: null, certificateDays: 80 },
    demoProducts: 3,
    pages: [],
    mails: { toFiles: true, fault: null, testedTo: [] },
    sms: { toGateway: false, fault: null },
    backup: { hours: 5, fault: null, sameDisk: false },
    spaces: [{ name: 'the database', free: 5e9, total: 10e9 }],
    operators: [{ email: 'rina@example.com', secondFactor: false }],
  };
  const changes = Object.values(CHANGES);
  const settings = Object.values(SETTINGS);
  const texts = [
    ...ORDER_STATUSES,
    ...Object.values(STAGE_RULES).flatMap(({ label }) => [label, label.toLowerCase()]),
    ...CANCEL_REASONS.map(reasonLabel),
    ...Object.keys(STOCK_MOVES),
    ...Object.values({ ...CALL_OUTCOMES, ...HOWS, ...CASH_LABELS, ...STOCK_MOVES, ...LOG_PARTS }),
    SHOP_TILL,
    ...strings(changes.flatMap(({ done, entry, logged }) => [done, entry, logged])),
    ...strings(Object.values(OPERATIONS).map((operation) => ('logged' in operation ? operation.logged : null))),
    ...settings.flatMap(({ label, panel, hint = label }) => [label, panel, hint]),
    ...Object.values(PRODUCT_LABELS),
    ...strings(Object.values(PRODUCT_HINTS)),
    ...Object.values(STAFF_ROLES).flatMap((role) => [role.label, role.told, `as ${role.label.toLowerCase()}`]),
    ...INVITED_ROLES.map((role) => `Invite ${STAFF_ROLES[role].label.toLowerCase()}`),
    ...Object.values({ ...UNKNOWN, ...CHANGED_MEANWHILE, ...OPERATOR_REASONS }),
    ...checksOf(facts).flatMap(({ name, plain }) => (plain === facts.settings.name ? name : [name, plain])),
  ];
  // Names and numbers alone are the same in both.
  const same = new Set(['SMS', 'Facebook', 'Instagram', 'YouTube', 'id', facts.address]);
  expect(texts.filter((text) => told(text) === text && !same.has(text))).toEqual([]);
});

const NOTHING = { accounts: 0, customers: 0, orders: 0, invitations: 0, changes: 0 };

test('a sentence of the shop is said with its names, in Bangla digits', async () => {
  const { told } = await importInBangla(() => import('../messages/console/t.ts'));
  expect(told('Tk 120 collected by bKash, 8N7A6B5C')).toBe('৳১২০ আদায় হয়েছে, বিকাশ, 8N7A6B5C');
  expect(told('Potato: 2 kg ordered, 1.9 kg weighed')).toBe('Potato: অর্ডার ২ কেজি, মেপে ১.৯ কেজি');
  expect(told('Called: No answer')).toBe('ফোন: ফোন ধরেননি');
  expect(told('not bought, 3 kg')).toBe('কেনা হয়নি, ৩ কেজি');
  expect(told(capitalized(restoreRefusal({ ...NOTHING, customers: 4, orders: 127 }, true) ?? ''))).toBe(
    'এই দোকানে আছে ৪ জন গ্রাহক ও ১২৭টি অর্ডার: তার ওপর ব্যাকআপ আনা যায় না',
  );
  expect(told('Nobody has said this before.')).toBe('Nobody has said this before.');
});
