import { Link } from 'react-router';
import { Picture } from './picture.tsx';

export function Tile({ title, to, count, imgUrl }: Record<'title' | 'to' | 'count' | 'imgUrl', string>) {
  return (
    <Link to={to} className="panel flex items-center gap-2 p-2 hover:border-leaf hover:bg-leaf-soft">
      <span className="size-14 shrink-0 overflow-hidden rounded-xl bg-tint">
        <Picture imgUrl={imgUrl} alt="" thumbnail sizes="56px" className="size-full object-cover" />
      </span>
      <span className="min-w-0">
        <span className="block text-sm font-semibold break-words">{title}</span>{' '}
        <span className="text-sm text-muted">{count}</span>
      </span>
    </Link>
  );
}
