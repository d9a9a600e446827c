import { LISTING_NAMES } from '#messages';
import { CATEGORIES } from '../../../domain/catalogue.ts';

/** The 15 categories as the options of a select. */
export function CategoryOptions() {
  return CATEGORIES.map((category) => (
    <option key={category} value={category}>
      {LISTING_NAMES[category]}
    </option>
  ));
}
