/**
 * Texts as people type and paste them, in the one form in which the shop stores, compares and finds them. What shows
 * nothing does not count, and letters that look the same are the same.
 */

/** Characters that show nothing, except what Bangla and emoji need: joiners, and the sign that makes a picture of a sign. */
const UNSEEN =
  /(?![\u200C\u200D]|(?<=\p{Extended_Pictographic})\uFE0F)[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
/** Joiners where they join nothing. */
const LOOSE_JOINERS = /(?<![\p{L}\p{M}\p{S}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}\p{S}])/gu;
const SPACES = /[\p{Zs}\p{Cc}\u2028\u2029]+/gu;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Sequences that are drawn as one letter of Bangla and that normalization does not join (Unicode 12.2). */
const BANGLA_LETTERS: readonly (readonly [string, string])[] = [
  ['\u0985\u09BE', 'আ'],
  ['\u098B\u09C3', '\u09E0'],
  ['\u098C\u09E2', '\u09E1'],
  // As keyboards wrote it before the letter had a place of its own.
  ['\u09A4\u09CD\u200D', 'ৎ'],
];

/** One line as the shop stores it. The same text again is left as it is. */
export function cleanText(text: string): string {
  let clean = text.toWellFormed().replace(SPACES, ' ').replace(UNSEEN, '').normalize('NFC');
  for (const [typed, letter] of BANGLA_LETTERS) clean = clean.replaceAll(typed, letter);
  return clean.replace(LOOSE_JOINERS, '').replace(/ {2,}/g, ' ').trim();
}

/** Of a text with several lines: each clean. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(cleanText)
    .join('\n')
    .trim();
}

/** As texts are compared: clean, in lower case, and without joiners, because keyboards differ in them. */
export function fold(text: string): string {
  return cleanText(text)
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\u200C\u200D]/g, '');
}

export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}
