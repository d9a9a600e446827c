/** A file that the browser stores. */
export function attachment(body: BodyInit, name: string, type = 'text/csv; charset=utf-8'): Response {
  return new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  });
}
