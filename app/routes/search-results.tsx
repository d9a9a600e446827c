import * as messages from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Product } from '../../domain/catalogue/product.ts';
import { asRecord } from '../../base/record.ts';
import { parseSearchCategory } from '../../domain/catalogue/search.ts';
import { CardGrid } from '../components/card-grid.tsx';
import { InfiniteGrid } from '../components/infinite-grid.tsx';
import { ListingHeading } from '../components/listing-heading.tsx';
import { cursorOf, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { fetchSuggestions } from '../state/products/fetch-products.ts';
import type { Route } from './+types/search-results';

export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  const text = searchParams.get('searchText') ?? '';
  const category = parseSearchCategory(searchParams.get('searchCategory'));
  const batch = await servicesOf(args).catalogue.search({ text, category, after: cursorOf(args) });
  return { category, batch };
}

/** The canonical address: search engines index all searches as one page. */
const SEARCH_RESULTS = '/groceries/search-results';

export default function SearchResults({ loaderData: { category, batch } }: Route.ComponentProps) {
  const { search, state } = useLocation();
  // Different texts can have the same data, because only 3 characters count.
  const asked = new URLSearchParams(search).get('searchText') ?? '';
  // Spaces are no search text (product §5).
  const text = asked.trim() === '' ? '' : asked;
  // The navigation state has the typed text without the limit of the URL.
  const sent = asRecord(state)?.searchText;
  const shown = typeof sent === 'string' ? sent : text;
  const address = `${SEARCH_RESULTS}?${new URLSearchParams({ searchText: text, searchCategory: category })}`;
  return (
    <Page
      title={shown ? formatMessage(messages.SEARCH_TITLE, { text: shown.slice(0, 60) }) : messages.SEARCH}
      canonical={SEARCH_RESULTS}
      description={messages.SEARCH_DESCRIPTION}
    >
      <ListingHeading
        name={shown ? formatMessage(messages.RESULTS_FOR, { text: shown.slice(0, 60) }) : messages.SEARCH}
      />
      {batch.products.length > 0 ? <InfiniteGrid key={address} batch={batch} address={address} /> : null}
      {batch.products.length === 0 && text !== '' ? (
        <div className="panel flex flex-col items-start gap-4 p-6">
          <p className="text-lg font-semibold">
            {formatMessage(messages.NO_ITEMS_FOUND, { category: messages.SEARCH_CATEGORY_NAMES[category] })}
          </p>
          <p className="text-muted">{messages.TRY_ANOTHER_WORD}</p>
          <Link to={category === 'all' ? '/groceries' : `/groceries/${category}`} className="btn btn-primary">
            {formatMessage(messages.BACK_TO, {
              category: category === 'all' ? messages.ALL_GROCERIES_NAME : messages.SEARCH_CATEGORY_NAMES[category],
            })}
          </Link>
        </div>
      ) : null}
      {batch.products.length === 0 && category === 'all' && text !== '' ? (
        <SimilarProducts key={text} text={text} />
      ) : null}
      {text === '' ? <p className="text-muted">{messages.TYPE_TO_SEARCH}</p> : null}
    </Page>
  );
}

/** What the search box would suggest for a text that the search does not find: other words for it, wrong letters. */
function SimilarProducts({ text }: { text: string }) {
  const [products, setProducts] = useState<readonly Product[]>([]);
  useEffect(() => {
    const left = new AbortController();
    fetchSuggestions(text, left.signal).then(setProducts, () => undefined);
    return () => left.abort();
  }, [text]);
  return products.length === 0 ? null : (
    <section aria-labelledby="similar" className="mt-6">
      <h2 id="similar" className="mb-3 text-lg font-bold tracking-tight">
        {messages.DID_YOU_MEAN}
      </h2>
      <CardGrid products={products} level="h3" />
    </section>
  );
}
