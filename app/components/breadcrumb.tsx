import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { BREADCRUMB } from '../../domain/messages.ts';

/** Where the shopper stands: links to what lies above, the last one being here. */
export function Breadcrumb({ trail }: { trail: readonly { text: string; to?: string }[] }) {
  return (
    <nav aria-label={BREADCRUMB} className="text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-x-1">
        {trail.map(({ text, to }, at) => (
          <li key={text} className="inline-flex items-center gap-1">
            {at > 0 ? <ChevronRight className="size-4" aria-hidden /> : null}
            {to ? (
              <Link to={to} className="inline-flex min-h-9 items-center hover:text-ink hover:underline">
                {text}
              </Link>
            ) : (
              <span aria-current="page" className="inline-flex min-h-9 items-center font-medium text-ink">
                {text}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
