import { SHOP_BY_CATEGORY } from '#messages';
import { Link } from 'react-router';
import { categoryListing } from '../../domain/catalogue/catalogue.ts';
import { useCategories } from '../state/products/categories.ts';
import { Picture } from './picture.tsx';

/** What the shop sells, at a glance: a picture and a link for each category. */
export function CategoryTiles({ pictures }: { pictures: Partial<Record<string, string>> }) {
  return (
    <nav aria-label={SHOP_BY_CATEGORY} className="tiles">
      {useCategories().map((category) => (
        <Link key={category.id} to={categoryListing(category).path}>
          <Picture imgUrl={pictures[category.id] ?? ''} alt="" thumbnail sizes="53px" />
          {category.name}
        </Link>
      ))}
    </nav>
  );
}
