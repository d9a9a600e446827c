const LOOKS = {
  good: 'bg-leaf-soft text-leaf-strong',
  plain: 'bg-sunken text-muted',
  bad: 'bg-danger-soft text-danger',
} as const;

/** A word or two beside a name. */
export function Mark({ text, look }: { text: string; look: keyof typeof LOOKS }) {
  return (
    <span className={`rounded-full px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${LOOKS[look]}`}>{text}</span>
  );
}
