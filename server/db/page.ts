interface Query<Row> {
  limit(rows: number): { execute(): Promise<Row[]> };
}

/** The rows of a page and the cursor of the next one. It reads one row more, to know whether there is a next page. */
export async function readPage<Row extends { id: string | number }>(
  query: Query<Row>,
  limit: number,
): Promise<{ shown: Row[]; next: string | null }> {
  const rows = await query.limit(limit + 1).execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, next: last ? String(last.id) : null };
}
