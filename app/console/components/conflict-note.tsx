import { formatTime } from '../../../messages/dates.ts';
import { actorName } from './change-sentence.ts';
import { COLUMN_LABELS, type ProductConflict } from '../state/product-values.ts';

/** Says who has changed what meanwhile, and that the next save overwrites it. */
export function ConflictNote({ conflict: { by, at, changes } }: { conflict: ProductConflict }) {
  const who = by === null ? 'Somebody' : actorName(by);
  const what = changes.map(
    ({ column, from, to }) => `${COLUMN_LABELS[column]} from ${from || '(empty)'} to ${to || '(empty)'}`,
  );
  return (
    <p role="alert" className="rounded-xl bg-clay-soft px-4 py-3 text-sm font-medium break-words text-clay">
      {who} has changed {what.join(', ')}
      {at ? `, ${formatTime(at)}` : ''}. Nothing is saved yet: Save again to keep what you typed.
    </p>
  );
}
