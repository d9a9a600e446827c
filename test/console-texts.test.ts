/** The texts of the console: each that is shown can be said in Bangla, and no row of the tables is dead. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import { CONSOLE_TEXTS, TOLD } from '../messages/console/bn.ts';
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
const said = nodes.flatMap((file) =>
  file.nodes.flatMap((node) => {
    const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee.name : '';
    return callee === 't' || callee === 'say' ? [...stringsOf((node.arguments as unknown[])[0])] : [];
  }),
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

/** What is the same in all languages. */
const NAMES = new Set([
  'npm run shop -- operators invite YOUR@EMAIL',
  'alu, aloo, potato',
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
            : node.type === 'JSXElement' || node.type === 'JSXFragment'
              ? (node.children as Node[]).flatMap((child) => [...stringsOf(child)])
              : [];
      return texts
        .map((text) => text.trim())
        .filter((text) => isWord(text) && !NAMES.has(text))
        .map((text) => `${file.path}: ${text}`);
    }),
  );
  expect(bare).toEqual([]);
});

test('every text of the table is said', () => {
  expect(Object.keys(CONSOLE_TEXTS).filter((text) => !said.includes(text))).toEqual([]);
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
  /Aegis|Google Authenticator|API|CSV|JSON|JavaScript|ZIP|QR|PNG|WebP|Facebook|Instagram|YouTube|PUBLIC_URL|SMTP_URL|BACKUP_URL|SMS_URL|https?|id\b|none/g;

test('have no words in other scripts, except names', () => {
  const words = (own: string): string => own.replaceAll(/\{\w+\}/g, '').replaceAll(LATIN, '');
  expect(offending((own) => /\p{Script=Latin}|\p{Script=Devanagari}/u.test(words(own)))).toEqual([]);
});
