/** An id for what has this name: `Miniket Rice, 5 kg` → `miniket-rice-5-kg`. Empty for a name without Latin letters and digits. */
export function suggestedId(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '');
}
