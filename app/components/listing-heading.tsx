import { ITEM_COUNT } from '#messages';
import { formatMessage } from '../../messages/format.ts';

export function ListingHeading({ name, count }: { name: string; count?: number }) {
  return (
    <div className="mb-1 flex sm:mb-4 flex-wrap items-baseline gap-x-3">
      <h1 className="min-w-0 text-xl font-bold tracking-tight sm:text-2xl">{name}</h1>
      {count === undefined ? null : <p className="text-muted figures">{formatMessage(ITEM_COUNT, { n: count })}</p>}
    </div>
  );
}
