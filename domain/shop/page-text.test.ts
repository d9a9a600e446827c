import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../test/support/arbitraries.ts';
import { testAll } from '../../test/support/properties.ts';
import { filledPage, firstParagraph, pageBlocks, type Part } from './page-text.ts';

const textOf = (part: Part): string => (typeof part === 'string' ? part : part.text);
const linksIn = (text: string) =>
  pageBlocks(text)
    .flatMap(({ lines }) => lines.flat())
    .filter((part) => typeof part !== 'string');
const hrefsIn = (text: string): string[] => linksIn(text).map(({ href }) => href);

test('headings, points, and paragraphs with their lines', () => {
  const text = '# Paying\nIn cash.\nAt the door.\n\nNothing online.\n- rice\n\n- oil\n# End\n# Really';
  expect(pageBlocks(text)).toEqual([
    { kind: 'heading', lines: [['Paying']] },
    { kind: 'paragraph', lines: [['In cash.'], ['At the door.']] },
    { kind: 'paragraph', lines: [['Nothing online.']] },
    { kind: 'points', lines: [['rice'], ['oil']] },
    { kind: 'heading', lines: [['End']] },
    { kind: 'heading', lines: [['Really']] },
  ]);
});

test.each(['', ' \n\n ', '\n'])('%j is no block', (text) => expect(pageBlocks(text)).toEqual([]));

test.each([
  '<script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  'data:text/html,x',
  '[text](/groceries)',
  '**bold** and _more_ `code`',
  '## a',
  '#a',
  '-a',
  '1. a',
  'a@b',
  'ftp://files.example',
  '2026-12-16, 09:00-22:00, 01-12-2026',
  'Trade licence 0112345678901, BIN 000123456-0101',
  'Tk 60',
])('%s is text', (text) => expect(pageBlocks(text)).toEqual([{ kind: 'paragraph', lines: [[text]] }]));

test.each([
  ['See https://shop.example/a?b=1&c=2#d.', ['https://shop.example/a?b=1&c=2#d']],
  ['(https://shop.example/a), "http://b.example"', ['https://shop.example/a', 'http://b.example']],
  ['দেখুন https://shop.example/খবর।', ['https://shop.example/খবর']],
  ['HTTPS://SHOP.EXAMPLE', ['HTTPS://SHOP.EXAMPLE']],
  ['Write to rina.k+shop@mail.example.com.', ['mailto:rina.k+shop@mail.example.com']],
  ['https://a.example/rina@b.example', ['https://a.example/rina@b.example']],
  ['Call +880 1700-000000, or 01712345678!', ['tel:+8801700000000', 'tel:01712345678']],
  ['ফোন: ০১৭১২-৩৪৫৬৭৮', ['tel:01712345678']],
  ['+৮৮০ ১৭০০-০০০০০০', ['tel:+8801700000000']],
])('%s leads to %j', (text, hrefs) => expect(hrefsIn(text)).toEqual(hrefs));

const lines = fc.oneof(
  anyText({ maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        ...'# |- |#|-| |http://|https://|x.example|a@b.example|@|.|<b>|০১৭|12345678|+|"|javascript:'.split('|'),
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join('')),
);
const texts = fc.array(lines, { maxLength: 8 }).map((written) => written.join('\n'));

testAll('the words of any text are kept, in their order', texts, (text) => {
  const kept = pageBlocks(text).flatMap((block) => block.lines.map((parts) => parts.map(textOf).join('')));
  const written = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  expect(kept).toEqual(written.map((line) => (/^[#-] /.test(line) ? line.slice(2).trim() : line)));
});

testAll('links lead to nothing but web pages, mail and phones', texts, (text) => {
  for (const { href, text: shown } of linksIn(text)) {
    expect(href).toMatch(/^(?:https?:\/\/.|mailto:.+@.|tel:\+?\d{8,15}$)/i);
    expect(text).toContain(shown);
  }
});

test('a very long word takes no time', () => {
  expect(hrefsIn(`${'a.'.repeat(10_000)} ${'0'.repeat(20_000)} +${'1 '.repeat(10_000)}`)).toEqual([]);
});

test('search engines get the beginning of the first paragraph', () => {
  expect(firstParagraph('# Help\nCall\nhttps://a.example\n\nMore')).toBe('Call https://a.example');
  expect(firstParagraph('- a')).toBe('');
  const long = firstParagraph('বাজার '.repeat(100));
  expect(long.length).toBeLessThanOrEqual(200);
  expect(long.endsWith('বাজার')).toBe(true);
});

test('known names in braces are filled in, and nothing else is', () => {
  const values = { phone: '01711-222333', open: '' };
  expect(filledPage('{phone}{open}, {toString} {Phone} {{phone}} {} $& {other}', values)).toBe(
    '01711-222333, {toString} {Phone} {01711-222333} {} $& {other}',
  );
});
