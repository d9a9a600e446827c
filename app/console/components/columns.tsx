/** The headings of a list's columns on a desk. Screen readers hear what a row's parts are from the parts. */
export function Columns({ names, className }: { names: readonly string[]; className: string }) {
  return (
    <div aria-hidden className={`hidden border-b border-line py-2 text-sm text-muted ${className}`}>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}
