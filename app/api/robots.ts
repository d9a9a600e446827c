import { LANGUAGES, localPath } from '../../base/language.ts';
import { endpoint } from './endpoint.ts';

/** Personal screens are not for search engines, but for the two that every visitor may see. */
const RULES = Object.entries({
  Disallow: ['/user/', '/api/', '/cart', '/empty-cart', '/checkout', '/payment', '/offline', '/favourites'],
  Allow: ['/user/login', '/user/register'],
});

export const loader = endpoint({
  GET({ services }) {
    const rules = LANGUAGES.flatMap((language) =>
      RULES.flatMap(([rule, paths]) => paths.map((path) => `${rule}: ${localPath(language, path)}`)),
    );
    const text = ['User-agent: *', ...rules, '', `Sitemap: ${services.shop.origin}/sitemap.xml`, ''].join('\n');
    return new Response(text, {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
    });
  },
});

export { loader as action };
