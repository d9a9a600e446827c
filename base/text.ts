/** In code points, the unit of all length limits. */
export function characterCount(text: string): number {
  return [...text].length;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A short sign of a text (FNV-1a), of a-z and 0-9: the same for the same text. */
export function textSign(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
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
