/** The icon with these shapes (SVG elements). Screen readers skip it: the text beside it, or its button's name, says what it means. */
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
