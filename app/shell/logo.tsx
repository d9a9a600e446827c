import { LOGO_HEIGHT, logoWidth } from '../../domain/shop/logo.ts';
import type { Shop } from '../state/root-data.ts';

/** The operator's logo or the leaf, and the name, unless the logo is so wide that it has the name in it. */
export function Logo({ shop: { name, look } }: { shop: Pick<Shop, 'name' | 'look'> }) {
  const width = look?.logo ? logoWidth(look.logo) : 0;
  const isWide = width >= 2 * LOGO_HEIGHT;
  return (
    <span translate="no" className="inline-flex min-w-0 items-center gap-1">
      {look?.logo ? (
        <img
          src={look.logo}
          alt={isWide ? name : ''}
          width={width}
          height={LOGO_HEIGHT}
          className="h-8 min-w-0 rounded-xl object-contain dark:bg-white dark:p-1"
        />
      ) : (
        <svg viewBox="0 0 24 24" className="size-7 shrink-0" aria-hidden>
          <path className="fill-leaf" d="M21 3C10 3 4 7.5 4 14.5c0 1.8.5 3.300 1.300 4.5C13 18.5 21 14 21 3Z" />
          <path className="fill-none stroke-leaf" strokeWidth="2" strokeLinecap="round" d="M3 21c2-5.5 6-9.5 11-12" />
          <path
            className="fill-none stroke-surface"
            strokeWidth="1.5"
            strokeLinecap="round"
            d="M6 16.5c2-3.200 4.7-5.7 8-7.5"
          />
        </svg>
      )}
      {isWide ? null : (
        // Beside the header's icons a long name has two small lines.
        <span className={`font-extrabold text-leaf-strong ${name.length > 12 ? 'line-clamp-2 text-sm' : 'text-lg'}`}>
          {name}
        </span>
      )}
    </span>
  );
}
