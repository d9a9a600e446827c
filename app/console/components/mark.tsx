/** A word beside a heading. */
export function Mark({ text, good }: { text: string; good: boolean }) {
  const look = good ? 'bg-leaf-soft text-leaf-strong' : 'bg-sunken text-muted';
  return <span className={`rounded-full px-2 py-0.5 text-xs font-semibold ${look}`}>{text}</span>;
}
