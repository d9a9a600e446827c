import { LISTING_NAMES, SHOP_BY_CATEGORY } from '#messages';
import { Link } from 'react-router';
import { type Category, categoriesIn, GROUPS } from '../../domain/catalogue/catalogue.ts';
import { Picture } from './picture.tsx';

/** What the shop sells, at a glance: a picture and a link for each category. */
export function CategoryTiles({ pictures }: { pictures: Partial<Record<Category, string>> }) {
  return (
    <nav aria-label={SHOP_BY_CATEGORY} className="tiles">
      {GROUPS.flatMap((group) =>
        categoriesIn(group).map((slug) => (
          <Link key={slug} to={`/groceries/${group}/${slug}`}>
            <Picture imgUrl={pictures[slug] ?? ''} alt="" thumbnail sizes="56px" />
            {LISTING_NAMES[slug]}
          </Link>
        )),
      )}
    </nav>
  );
}
