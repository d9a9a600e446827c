import { formatNumber } from '../../messages/format.ts';

export function CartBadge({ count, className = '' }: { count: number; className?: string }) {
  return (
    <span
      // add-early.ts may have written it.
      suppressHydrationWarning
      className={`min-w-5 empty:hidden rounded-full px-1 text-center text-xs leading-5 font-bold bg-clay figures text-on-clay ${className}`}
    >
      {count > 0 ? formatNumber(count) : ''}
    </span>
  );
}
