import { findListing } from '../../domain/catalogue.ts';
import { NO_SUCH_LISTING } from '../../domain/messages.ts';
import { parseSearchCategory } from '../../domain/search.ts';
import { cursorIn, servicesOf } from '../context.ts';
import { problemResponse } from './problem.ts';
import type { Route } from './+types/listing';

/** The batch of a long list that starts after `?after=`: `{products, next}`, as the screens load on. */
export async function loader(args: Route.LoaderArgs) {
  const { catalogue } = servicesOf(args);
  const { slug } = args.params;
  const after = cursorIn(args);
  if (slug === 'offers') return Response.json(await catalogue.offers({ after }));
  if (slug === 'search-results') {
    const { searchParams } = args.url;
    const text = searchParams.get('searchText') ?? '';
    const category = parseSearchCategory(searchParams.get('searchCategory'));
    return Response.json(await catalogue.search({ text, category, after }));
  }
  const listing = findListing(slug);
  if (!listing) return problemResponse({ status: 404, detail: NO_SUCH_LISTING });
  return Response.json(await catalogue.listing(listing.slug, { after }));
}
