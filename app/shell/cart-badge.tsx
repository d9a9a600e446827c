import { formatNumber } from '../../messages/format.ts';

export function CartBadge({ count, className = '' }: { count: number; className?: string }) {
  const look = count > 0 ? 'bg-clay text-on-clay' : 'bg-sunken text-muted';
  return (
    <span className={`min-w-5 rounded-full px-1 text-center text-xs leading-5 font-bold figures ${look} ${className}`}>
      {formatNumber(count)}
    </span>
  );
}
