import { itemCount } from '../../domain/messages.ts';

/** A listing's readable name and number of products. */
export function ListingHeading({ name, count }: { name: string; count?: number }) {
  return (
    <div className="mb-4 flex flex-wrap items-baseline gap-x-3">
      <h1 className="text-2xl font-bold tracking-tight">{name}</h1>
      {count === undefined ? null : <p className="text-muted figures">{itemCount(count)}</p>}
    </div>
  );
}
