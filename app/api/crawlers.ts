/** What search engines read. */
import { escapeHtml } from '../../base/html.ts';
import { writtenPages } from '../../domain/shop/pages.ts';
import { GROUPS, listingsWith } from '../../domain/catalogue/catalogue.ts';
import { LANGUAGES, localPath } from '../../base/language.ts';
import type { Services } from '../../server/services.ts';
import { type EndpointArgs, endpoints, noSuchEndpoint } from './endpoint.ts';

const PERSONAL = ['/user/', '/o/', '/api/', '/cart', '/empty-cart', '/checkout', '/payment', '/offline', '/favourites'];
/** Within these, what every visitor may see. */
const PUBLIC = ['/user/login', '/user/register'];

/** In one file, which has at most 50,000 addresses (sitemaps.org): each page has one in each language. */
const MAX_PAGES = 50_000 / LANGUAGES.length;

const SCREENS = [
  '/',
  '/about',
  '/help',
  '/groceries',
  '/groceries/offers',
  ...['trending', ...GROUPS].map((group) => `/groceries/${group}`),
];

export const loader = endpoints({
  '/robots.txt': { GET: robots },
  '/sitemap.xml': { GET: sitemap },
  '/sitemap/:part': { GET: sitemap },
});

export { loader as action };

function robots({ services }: EndpointArgs): Response {
  const lines = (rule: string, paths: readonly string[]): string[] =>
    LANGUAGES.flatMap((language) => paths.map((path) => `${rule}: ${localPath(language, path)}`));
  const rules = [...lines('Disallow', PERSONAL), ...lines('Allow', PUBLIC)];
  const text = ['User-agent: *', ...rules, '', `Sitemap: ${services.shop.origin}/sitemap.xml`, ''].join('\n');
  return new Response(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

/** A large shop has a list of files, each of one stretch of the catalogue: the pages, and products by position. */
async function sitemap({ services, params: { part } }: EndpointArgs): Promise<Response> {
  const [size, last] = await Promise.all([services.catalogue.size(), services.catalogue.lastPosition()]);
  const parts = Math.ceil(last / MAX_PAGES);
  const pages = pagesOf(services);
  if (part === undefined) {
    if (pages.length + size <= MAX_PAGES)
      return addresses(services, [...pages, ...(await products(services, 1, last))]);
    const files = Array.from({ length: parts + 1 }, (_, file) => `/sitemap/${file}.xml`);
    return xml(services, 'sitemapindex', files);
  }
  const number = Number(/^(\d{1,6})\.xml$/.exec(part)?.[1] ?? -1);
  if (number === 0) return addresses(services, pages);
  if (number < 1 || number > parts) return noSuchEndpoint();
  return addresses(services, await products(services, (number - 1) * MAX_PAGES + 1, number * MAX_PAGES));
}

function pagesOf({ categories, shop }: Services): string[] {
  const own = writtenPages(shop.settings()).map((name) => `/${name}`);
  return [...SCREENS, ...own, ...listingsWith(categories.menu()).map(({ path }) => path)];
}

async function products({ catalogue }: Services, first: number, last: number): Promise<string[]> {
  return (await catalogue.idsBetween(first, last)).map((id) => `/product/${id}`);
}

function addresses(services: Services, paths: readonly string[]): Response {
  const all = paths.flatMap((path) => LANGUAGES.map((language) => localPath(language, path)));
  return xml(services, 'urlset', all);
}

/** No path of the shop needs escaping in XML; its origin may. */
function xml({ shop }: Services, root: 'urlset' | 'sitemapindex', paths: readonly string[]): Response {
  const origin = escapeHtml(shop.origin);
  const entry = root === 'urlset' ? 'url' : 'sitemap';
  const entries = paths.map((path) => `<${entry}><loc>${origin}${path}</loc></${entry}>\n`).join('');
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</${root}>\n`;
  return new Response(text, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
