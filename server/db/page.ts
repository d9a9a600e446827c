/** The rows of a page and the cursor of the next one. The query reads one row more, to know whether there is a next page. */
export function pageOf<Row extends { id: string | number }>(
  rows: readonly Row[],
  limit: number,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, next: last ? String(last.id) : null };
}
