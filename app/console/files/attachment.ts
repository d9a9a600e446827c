/** A file that the browser stores; `name` ends with `.csv` or `.json`. */
export function attachment(body: BodyInit, name: string): Response {
  const type = name.endsWith('.json') ? 'application/json' : 'text/csv; charset=utf-8';
  return new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  });
}
