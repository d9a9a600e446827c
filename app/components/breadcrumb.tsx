import { BREADCRUMB } from '#messages';
import ChevronRight from 'virtual:icons/chevron-right';
import { Link } from './link.tsx';

interface BreadcrumbProps {
  trail: readonly { text: string; to?: string }[];
  className?: string;
}

/** The path to the current screen, which is the first entry without an address; later ones are text. */
export function Breadcrumb({ trail, className = 'gap-x-1' }: BreadcrumbProps) {
  const current = trail.findIndex(({ to }) => to === undefined);
  return (
    <nav aria-label={BREADCRUMB} className="-mt-2 text-sm text-muted">
      <ol className={`flex min-h-11 flex-wrap items-center ${className}`}>
        {trail.map(({ text, to }, at) => (
          <li key={text} className="inline-flex items-center gap-1">
            {at > 0 ? <ChevronRight className="size-4" /> : null}
            {to ? (
              <Link to={to} className="-mx-2 tap px-2 hover:text-ink hover:underline">
                {text}
              </Link>
            ) : (
              <span
                aria-current={at === current ? 'page' : undefined}
                className={at === current ? 'font-semibold text-ink' : undefined}
              >
                {text}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
