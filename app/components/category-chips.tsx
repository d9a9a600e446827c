import { Link } from 'react-router';
import { categoriesIn, categoryName, GROUPS } from '../../domain/catalogue.ts';
import { SHOP_BY_CATEGORY } from '../../domain/messages.ts';

/** A row of links to all categories, at the top of the longest pages. Scrolls sideways on a phone. */
export function CategoryChips() {
  return (
    <nav aria-label={SHOP_BY_CATEGORY} className="chips">
      {GROUPS.flatMap((group) =>
        categoriesIn(group).map((slug) => (
          <Link key={slug} to={`/groceries/${group}/${slug}`}>
            {categoryName(slug)}
          </Link>
        )),
      )}
    </nav>
  );
}
