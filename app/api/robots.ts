import { LANGUAGES, localPath } from '../../base/language.ts';
import { endpoint } from './endpoint.ts';

const PERSONAL = ['/user/', '/api/', '/cart', '/empty-cart', '/checkout', '/payment', '/offline', '/favourites'];
/** Within these, what every visitor may see. */
const PUBLIC = ['/user/login', '/user/register'];

export const loader = endpoint({
  GET({ services }) {
    const lines = (rule: string, paths: readonly string[]): string[] =>
      LANGUAGES.flatMap((language) => paths.map((path) => `${rule}: ${localPath(language, path)}`));
    const rules = [...lines('Disallow', PERSONAL), ...lines('Allow', PUBLIC)];
    const text = ['User-agent: *', ...rules, '', `Sitemap: ${services.shop.origin}/sitemap.xml`, ''].join('\n');
    return new Response(text, {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
    });
  },
});

export { loader as action };
