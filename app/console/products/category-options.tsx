import { LISTING_NAMES } from '#messages';
import { CATEGORIES } from '../../../domain/catalogue/catalogue.ts';

export function CategoryOptions() {
  return CATEGORIES.map((category) => (
    <option key={category} value={category}>
      {LISTING_NAMES[category]}
    </option>
  ));
}
