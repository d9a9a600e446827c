/** Which page: `after` is the previous page's `next`; any other value gives the first page. */
export interface Page {
  after?: string | null | undefined;
  limit?: number | undefined;
}

/**
 * The rows of a page and the cursor of the next one, by default an id. It reads one row more, to know whether there is
 * a next page.
 */
export async function readPage<Row extends { id: string | number }>(
  query: { limit(rows: number): { execute(): Promise<Row[]> } },
  limit: number,
  cursorOf: (last: Row) => string | number = ({ id }) => id,
): Promise<{ shown: Row[]; next: string | null }> {
  const rows = await query.limit(limit + 1).execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, next: last ? String(cursorOf(last)) : null };
}
