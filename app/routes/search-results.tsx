import * as messages from '#messages';
import { Link } from '../components/link.tsx';
import { formatMessage } from '../../messages/format.ts';
import { useLocation } from 'react-router';
import { asRecord } from '../../base/record.ts';
import { parseSearchCategory } from '../../domain/catalogue/search.ts';
import { CardGrid, ListingHeading } from '../components/products/product-card.tsx';
import { InfiniteGrid } from '../components/products/infinite-grid.tsx';
import { cursorOf, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import type { Route } from './+types/search-results';

export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  const text = searchParams.get('searchText') ?? '';
  const category = parseSearchCategory(searchParams.get('searchCategory'));
  const { catalogue } = servicesOf(args);
  const { alike, foundBy, ...batch } = await catalogue.search({ text, category, after: cursorOf(args) });
  return { category, batch, alike, foundBy };
}

/** The canonical address: search engines index all searches as one page. */
const SEARCH_RESULTS = '/groceries/search-results';

export default function SearchResults({ loaderData: { category, batch, alike, foundBy } }: Route.ComponentProps) {
  const { search, state } = useLocation();
  // Spaces are no search text (product §5).
  const text = (new URLSearchParams(search).get('searchText') ?? '').trim();
  // The navigation state has the typed text without the limit of the URL.
  const sent = asRecord(state)?.searchText;
  const shown = (typeof sent === 'string' ? sent : text).slice(0, 60);
  const address = `${SEARCH_RESULTS}?${new URLSearchParams({ searchText: text, searchCategory: category })}`;
  const nothing = batch.products.length === 0;
  return (
    <Page
      title={shown ? formatMessage(messages.SEARCH_TITLE, { text: shown }) : messages.SEARCH}
      canonical={SEARCH_RESULTS}
      description={messages.SEARCH_DESCRIPTION}
    >
      <ListingHeading name={shown ? formatMessage(messages.RESULTS_FOR, { text: shown }) : messages.SEARCH} />
      {text === '' ? <p className="text-muted">{messages.TYPE_TO_SEARCH}</p> : null}
      {nothing && text !== '' ? (
        <p className={alike.length > 0 ? 'mb-2 text-sm text-muted' : 'text-lg font-semibold'}>
          {formatMessage(messages.NO_ITEMS_FOUND, { category: messages.SEARCH_CATEGORY_NAMES[category] })}
        </p>
      ) : null}
      {alike.length > 0 ? (
        <section aria-labelledby="alike" className="mb-6">
          <h2 id="alike" className="mb-4 text-lg">
            {nothing ? messages.DID_YOU_MEAN : messages.BEST_MATCHES}
          </h2>
          <CardGrid products={alike} level="h3" />
        </section>
      ) : null}
      {nothing && text !== '' ? (
        <>
          {alike.length > 0 ? null : <p className="mb-4 text-muted">{messages.TRY_ANOTHER_WORD}</p>}
          <Link to={category === 'all' ? '/groceries' : `/groceries/${category}`} className="btn btn-quiet self-start">
            {formatMessage(messages.BACK_TO, {
              category: category === 'all' ? messages.ALL_GROCERIES_NAME : messages.SEARCH_CATEGORY_NAMES[category],
            })}
          </Link>
        </>
      ) : null}
      {foundBy === null ? null : (
        <p className="mb-4 text-muted">{formatMessage(messages.FOUND_BY_BEGINNING, { text: shown, foundBy })}</p>
      )}
      {alike.length > 0 && !nothing ? <h2 className="mb-4 text-lg">{messages.MORE_RESULTS}</h2> : null}
      {nothing ? null : <InfiniteGrid key={address} batch={batch} address={address} />}
    </Page>
  );
}
