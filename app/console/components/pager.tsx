import { Link, useSearchParams } from 'react-router';

/** The links below a part of a long list: to its first part, and to the next one, which opens at its top. `next` is the key that goes on. */
export function Pager({ next }: { next: string | null }) {
  const [params] = useSearchParams();
  const shown = params.get('after');
  const link = (text: string, after: string | null) => {
    const to = new URLSearchParams(params);
    to.delete('after');
    if (after !== null) to.set('after', after);
    return (
      <Link to={`?${to}`} className="btn btn-quiet">
        {text}
      </Link>
    );
  };
  return shown === null && next === null ? null : (
    <nav aria-label="Pages" className="flex justify-between gap-2">
      {shown === null ? <span /> : link('First page', null)}
      {next === null ? null : link('Next page', next)}
    </nav>
  );
}
