import { cleanText } from '../../base/text.ts';

/** Of an order or a customer, for operators only. In characters. */
export const MAX_NOTE_LENGTH = 1_000;

/** What is stored of a typed text: its lines, each clean. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(cleanText)
    .join('\n')
    .trim();
}
