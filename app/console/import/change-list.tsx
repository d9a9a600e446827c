import { grouped } from '../components/grouped.ts';

const OPEN_UP_TO = 20;

interface ChangeListProps {
  heading: string;
  /** How many products there are; the first of them are listed. */
  count: number;
  products: readonly { id: string; name: string; details?: readonly { label: string; from: string; to: string }[] }[];
}

export function ChangeList({ heading, count, products }: ChangeListProps) {
  if (count === 0) return null;
  return (
    <details open={count <= OPEN_UP_TO}>
      <summary className="tap font-semibold">
        {heading}: {grouped(count)}
      </summary>
      <ul className="rows text-sm">
        {products.map(({ id, name, details = [] }) => (
          <li key={id} className="py-2 break-words [overflow-wrap:anywhere]">
            <span className="font-medium">{name}</span> <span className="text-muted">{id}</span>
            {details.map(({ label, from, to }) => (
              <p key={label}>
                {label}: <del className="text-muted">{from || '(empty)'}</del> → <ins>{to || '(empty)'}</ins>
              </p>
            ))}
          </li>
        ))}
      </ul>
      {count > products.length ? (
        <p className="text-sm text-muted">… and {grouped(count - products.length)} more.</p>
      ) : null}
    </details>
  );
}
