/** Characters with which a name could change how the text around it is shown. */
const REPLACED = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/** As the shop stores it: well-formed, NFC, trimmed. Joiners inside words stay, because Bangla needs them. */
export function cleanText(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(REPLACED, ' ').trim();
}

/** Of a text with several lines: each clean. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(cleanText)
    .join('\n')
    .trim();
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

/** `Miniket Rice, 5 kg` → `miniket-rice-5-kg`; empty for a name without Latin letters and digits. */
export function suggestedId(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '');
}
