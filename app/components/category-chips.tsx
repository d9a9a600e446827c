import { LISTING_NAMES, SHOP_BY_CATEGORY } from '#messages';
import { Link } from 'react-router';
import { categoriesIn, GROUPS } from '../../domain/catalogue/catalogue.ts';

export function CategoryChips() {
  return (
    <nav aria-label={SHOP_BY_CATEGORY} className="chips">
      {GROUPS.flatMap((group) =>
        categoriesIn(group).map((slug) => (
          <Link key={slug} to={`/groceries/${group}/${slug}`}>
            {LISTING_NAMES[slug]}
          </Link>
        )),
      )}
    </nav>
  );
}
