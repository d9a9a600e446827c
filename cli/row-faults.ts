/** Bad rows as people read them: each on a line of its own, and where there are many of them what they have in common. */
import type { RowFault } from '../domain/catalogue-file.ts';
import { harmless } from './table.ts';
import { countOf } from './wording.ts';

/** From how many rows on they are summed up as well. */
const MANY = 20;

/** How many kinds of faults a summary names, and how many lines of each. */
const KINDS = 10;
const EXAMPLES = 5;

/** The longest reason, in characters: a file that is no catalogue at all has columns of any length. */
const LONGEST = 300;

/** What differs between faults of one kind. */
const PARTICULARS: readonly (readonly [RegExp, string])[] = [
  [/^id \S+ is already on line \d+$/, 'id is already on an earlier line'],
  [/^picture .+?(:| is | has | cannot )/, 'picture …$1'],
  [/^the shop has no picture .+$/, 'the shop has no such picture'],
  [/^the row has \d+ values/, 'the row has too many or too few values'],
];

/** The lines that tell of bad rows. */
export function formatFaults(faults: readonly RowFault[], unit: string): string {
  const lines = faults.map(({ line, reasons }) => `${unit} ${line}: ${reasons.map(shortened).join('; ')}\n`).join('');
  return faults.length < MANY ? lines : `${lines}\n${summaryOf(faults, unit)}`;
}

function summaryOf(faults: readonly RowFault[], unit: string): string {
  const kinds = new Map<string, number[]>();
  for (const { line, reasons } of faults) {
    for (const kind of new Set(reasons.map(kindOf))) {
      const lines = kinds.get(kind);
      if (lines) lines.push(line);
      else kinds.set(kind, [line]);
    }
  }
  const sorted = [...kinds].toSorted(([, a], [, b]) => b.length - a.length);
  const told = sorted.slice(0, KINDS).map(([kind, lines]) => {
    const examples = lines.slice(0, EXAMPLES).join(', ');
    return `  ${countOf(lines.length, 'row')}: ${kind} (${unit} ${examples}${lines.length > EXAMPLES ? ', …' : ''})\n`;
  });
  const left = sorted.length - told.length;
  return `In short:\n${told.join('')}${left > 0 ? `  and ${countOf(left, 'other reason')}\n` : ''}`;
}

function kindOf(reason: string): string {
  const found = PARTICULARS.find(([pattern]) => pattern.test(reason));
  return shortened(found ? reason.replace(...found) : reason);
}

function shortened(reason: string): string {
  const text = harmless(reason);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
