/**
 * What an operator writes as a page: plain text with headings, points, links, and places for what
 * the settings say. Nothing else in it means anything.
 */
import { asciiDigits } from '../../base/digits.ts';

export type Part = string | { text: string; href: string };

export interface Block {
  kind: 'heading' | 'points' | 'paragraph';
  lines: Part[][];
}

/** A text with '{phone}' and other known names in it filled in. Other braces stay as they are. */
export function filledPage(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' ? value : place;
  });
}

/** An empty line ends a paragraph; '# ' begins a heading, '- ' a point. */
export function pageBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let last: Block | undefined;
  for (const line of text.split('\n').map((written) => written.trim())) {
    const kind = KINDS[line.slice(0, 2)] ?? 'paragraph';
    if (line === '') {
      // Points with empty lines between are one list.
      if (last?.kind !== 'points') last = undefined;
      continue;
    }
    if (last?.kind !== kind || kind === 'heading') blocks.push((last = { kind, lines: [] }));
    last.lines.push(partsOf(kind === 'paragraph' ? line : line.slice(2).trim()));
  }
  return blocks;
}

/** What there is of the first paragraph in 200 characters, on one line, for search engines. */
export function firstParagraph(text: string): string {
  const lines = pageBlocks(text).find(({ kind }) => kind === 'paragraph')?.lines ?? [];
  const whole = lines.map((parts) => parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''));
  return /^.{0,200}(?=\s|$)/u.exec(whole.join(' '))?.[0] ?? '';
}

const KINDS: Readonly<Record<string, Block['kind']>> = { '# ': 'heading', '- ': 'points' };

const WEB = String.raw`https?:\/\/[^\s<>"]*[^\s<>"'’”.,;:!?)\]}।…]`;
const MAIL = String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;
/** A mobile number of Bangladesh, or any with its country. */
const PHONE = String.raw`(?<![\p{L}\p{N}+/.-])(?:[0০][1১](?:[ -]?[0-9০-৯]){9}|\+(?:[ -]?[0-9০-৯]){8,15})(?![ -]?[0-9০-৯])`;
const LINK = new RegExp([WEB, MAIL, PHONE].join('|'), 'giu');

function partsOf(line: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: text, index } of line.matchAll(LINK)) {
    if (index > at) parts.push(line.slice(at, index));
    parts.push({ text, href: addressOf(text) });
    at = index + text.length;
  }
  if (at < line.length) parts.push(line.slice(at));
  return parts;
}

function addressOf(link: string): string {
  if (/^https?:/i.test(link)) return link;
  return link.includes('@') ? `mailto:${link}` : `tel:${asciiDigits(link).replace(/[^+\d]/g, '')}`;
}
