/** Reads a list page by page, to its end. */
export async function allPages<P extends { next: string | null }>(
  read: (after: string | null) => Promise<P>,
): Promise<P[]> {
  const pages: P[] = [];
  let after: string | null = null;
  do {
    const page: P = await read(after);
    pages.push(page);
    after = page.next;
  } while (after !== null);
  return pages;
}
