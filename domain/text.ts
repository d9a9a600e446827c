/** Text that people type, made safe to keep and to compare. */

/** Control characters, and the bidirectional overrides that let a name rewrite the text around it. */
const UNWANTED = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** Everything that leaves no ink. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/**
 * A typed text as the shop keeps it: well-formed, NFC, without control characters (they become spaces) and without
 * space around it. Joiners inside words stay: Bangla needs them.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(UNWANTED, ' ').trim();
}

/** Whether a text shows nothing: empty, spaces, zero-width characters. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}

/** Length in characters (code points), as limits count it. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
