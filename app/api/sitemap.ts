import { writtenPages } from '../../domain/shop/pages.ts';
import { GROUPS, listingsWith } from '../../domain/catalogue/catalogue.ts';
import { LANGUAGES, localPath } from '../../base/language.ts';
import { endpoint, noSuchEndpoint } from './endpoint.ts';
import type { Services } from '../../server/services.ts';
import type { Route } from './+types/sitemap';

/** The largest number of addresses in one file (sitemaps.org). */
const MAX_ADDRESSES = 50_000;
/** Each page has an address in each language. */
const MAX_PAGES = MAX_ADDRESSES / LANGUAGES.length;

const SCREENS = [
  '/',
  '/about',
  '/help',
  '/groceries',
  '/groceries/offers',
  ...['trending', ...GROUPS].map((group) => `/groceries/${group}`),
];

function pagesOf({ categories, shop }: Services): string[] {
  const own = writtenPages(shop.settings()).map((name) => `/${name}`);
  return [...SCREENS, ...own, ...listingsWith(categories.menu()).map(({ path }) => path)];
}

/** A large shop has a list of files: the pages, and products by their positions, so that each file is read from one stretch of the catalogue. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services, params: { part } }) => {
    const [size, last] = await Promise.all([services.catalogue.size(), services.catalogue.lastPosition()]);
    const parts = Math.ceil(last / MAX_PAGES);
    const pages = pagesOf(services);
    if (part === undefined) {
      if (pages.length + size > MAX_PAGES) return list(services, parts);
      return addresses(services, [...pages, ...(await products(services, 1, last))]);
    }
    const [, digits = '-1'] = /^(\d{1,6})\.xml$/.exec(part) ?? [];
    const number = Number(digits);
    if (number === 0) return addresses(services, pages);
    if (number < 1 || number > parts) return noSuchEndpoint();
    return addresses(services, await products(services, (number - 1) * MAX_PAGES + 1, number * MAX_PAGES));
  },
});

export { loader as action };

async function products({ catalogue }: Services, first: number, last: number): Promise<string[]> {
  return (await catalogue.idsBetween(first, last)).map((id) => `/product/${id}`);
}

/** No path of the shop needs escaping in XML; its origin may. */
function addresses({ shop: { origin } }: Services, paths: readonly string[]): Response {
  const escaped = escapeXml(origin);
  const urls = paths.flatMap((path) =>
    LANGUAGES.map((language) => `<url><loc>${escaped}${localPath(language, path)}</loc></url>`),
  );
  return xml('urlset', urls.join('\n'));
}

function list({ shop: { origin } }: Services, parts: number): Response {
  const escaped = escapeXml(origin);
  const files = Array.from(
    { length: parts + 1 },
    (_, part) => `<sitemap><loc>${escaped}/sitemap/${part}.xml</loc></sitemap>`,
  );
  return xml('sitemapindex', files.join('\n'));
}

function xml(root: string, content: string): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${content}\n</${root}>\n`;
  return new Response(text, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
