import { Link, useSearchParams } from 'react-router';

/** The links below a part of a long list: to its first part, and to the next one, which opens at its top. `next` is the key that goes on. */
export function Pager({ next }: { next: string | null }) {
  const [params] = useSearchParams();
  const shown = params.get('after');
  const address = (after: string | null): string => {
    const to = new URLSearchParams(params);
    to.delete('after');
    if (after !== null) to.set('after', after);
    return `?${to}`;
  };
  const first = shown === null;
  return first && next === null ? null : (
    <nav aria-label="Pages" className="flex justify-between gap-2">
      {first ? (
        <span />
      ) : (
        <Link to={address(null)} className="btn btn-quiet">
          First page
        </Link>
      )}
      {next === null ? null : (
        <Link to={address(next)} className="btn btn-quiet">
          Next page
        </Link>
      )}
    </nav>
  );
}
