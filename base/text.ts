/** Control characters, and bidirectional overrides, with which a name could change the display of the text around it. */
const REPLACED = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/** As the shop stores it: well-formed, NFC, trimmed. Joiners inside words stay, because Bangla needs them. */
export function cleanText(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(REPLACED, ' ').trim();
}

export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}

/** In code points, the unit of all length limits. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
