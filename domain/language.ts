/** The languages of the shop, and what they do to an address (product §12). */

export const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What the addresses of a language's pages begin with. */
export const BASE_PATHS: Readonly<Record<Language, string>> = { en: '', bn: '/bn' };

export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', bn: 'bn-BD' };

/** The header with the language of the page that sends a request. */
export const PAGE_LANGUAGE = 'Content-Language';

/** The language that `text` names, such as 'bn' or 'bn-BD'; null when the shop does not speak it. */
export function parseLanguage(text: string | null | undefined): Language | null {
  const [language] = text?.toLowerCase().split(/[^a-z]/, 1) ?? [];
  return LANGUAGES.find((known) => known === language) ?? null;
}

/** The language and the path without it: '/bn/cart' → 'bn', '/cart'. Endpoints and files count as English. It may have a query. */
export function splitPath(pathname: string): { language: Language; path: string } {
  // The framework's address for the data of `/` is `/_.data`, but for `/bn` it is `/bn.data`.
  const known = pathname.replace(/^\/bn\.data(?=[?#]|$)/, '/bn/_.data');
  if (!/^\/bn(?=[/?#]|$)/.test(known)) return { language: 'en', path: pathname };
  const path = known.slice('/bn'.length);
  return { language: 'bn', path: path.startsWith('/') ? path : `/${path}` };
}

/** The address of a page in a language: 'bn', '/cart' → '/bn/cart'. `path` may have a query. */
export function localPath(language: Language, path: string): string {
  const base = BASE_PATHS[language];
  return base !== '' && /^\/(?:$|[?#])/.test(path) ? base + path.slice(1) : base + path;
}
