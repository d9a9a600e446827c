import { formatNumber } from '../../messages/format.ts';

export function CartBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={`min-w-5 rounded-full px-1 text-center text-xs leading-5 font-bold bg-clay figures text-on-clay ${className}`}
    >
      {formatNumber(count)}
    </span>
  );
}
