/** Printing bad rows: one line each, and a summary of the reasons when there are many. */
import type { RowFault } from '../domain/catalogue/catalogue-file.ts';
import { withoutControls } from './table.ts';
import { countOf } from './wording.ts';

const SUMMARY_FROM = 20;

const MAX_KINDS = 10;
const LINES_PER_KIND = 5;

/** In characters: a file that is no catalogue at all can have columns of any length. */
const MAX_REASON_LENGTH = 300;

const VARIABLE_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^id \S+ is already on line \d+$/, 'id is already on an earlier line'],
  [/^(.+) \(it is (?:empty|“.*”)\)$/s, '$1'],
  [/^picture .+?(:| is | has | cannot )/, 'picture …$1'],
  [/^the shop has no picture .+$/, 'the shop has no such picture'],
  [/^the row has \d+ values/, 'the row has too many or too few values'],
];

export function formatFaults(faults: readonly RowFault[], unit: string): string {
  const lines = faults
    .map(
      ({ line, product, reasons }) =>
        `${unit} ${line}: ${reasons.map(shortened).join('; ')}${product ? ` · ${shortened(product)}` : ''}\n`,
    )
    .join('');
  return faults.length < SUMMARY_FROM ? lines : `${lines}\n${summaryOf(faults, unit)}`;
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
  const kindLines = sorted.slice(0, MAX_KINDS).map(([kind, lines]) => {
    const examples = lines.slice(0, LINES_PER_KIND).join(', ');
    return `  ${countOf(lines.length, 'row')}: ${kind} (${unit} ${examples}${lines.length > LINES_PER_KIND ? ', …' : ''})\n`;
  });
  const left = sorted.length - kindLines.length;
  return `In short:\n${kindLines.join('')}${left > 0 ? `  and ${countOf(left, 'other reason')}\n` : ''}`;
}

function kindOf(reason: string): string {
  const found = VARIABLE_REASONS.find(([pattern]) => pattern.test(reason));
  return shortened(found ? reason.replace(...found) : reason);
}

function shortened(reason: string): string {
  const text = withoutControls(reason);
  return text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)}…` : text;
}
