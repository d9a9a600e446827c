/** The icon with these shapes (SVG elements). Screen readers skip it: a text or a name says what it means. */
export function icon(shapes: string) {
  return ({ className }: { className?: string }) => (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      className={className}
      aria-hidden
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  );
}
