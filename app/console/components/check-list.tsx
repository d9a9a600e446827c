import type { Check } from '../../../domain/shop/checks.ts';

/** The lines of the doctor. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {checks.map(({ name, ok, text }) => (
        <li key={name} className="flex items-baseline gap-2">
          <span className={`w-4 shrink-0 font-bold ${ok ? 'text-leaf' : 'text-clay'}`}>
            <span className="sr-only">{ok ? 'Good: ' : 'To do: '}</span>
            <span aria-hidden>{ok ? '✓' : '!'}</span>
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <b className="font-semibold">{name}:</b> {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
