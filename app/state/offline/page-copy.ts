import { createValue } from '../value.ts';

/** The pages that this document shows from the browser's copies: path with query → when the shop sent it, in ms since 1970. */
const copies = createValue<ReadonlyMap<string, number>>(new Map());

/** `storedAt` null: the page came from the shop. */
export function setPageCopy(page: string, storedAt: number | null): void {
  const next = new Map(copies.get());
  if (storedAt === null) next.delete(page);
  else next.set(page, storedAt);
  copies.set(next);
}

/** When the shop sent the shown copy of `page`, in ms since 1970; null when the page is not a copy. */
export function usePageCopy(page: string): number | null {
  return copies.use((all) => all.get(page) ?? null);
}
