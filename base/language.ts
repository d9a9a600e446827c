/** The languages of the shop, and what they do to an address (product §12). */

interface LanguageRules {
  /** In the language itself. */
  name: string;
  basePath: string;
  locale: string;
  /** The code point of its digit zero; the others follow. */
  zero: number;
  shortMonths: boolean;
  /** Which name of a product it shows, where there is one. */
  productName: 'name' | 'name_bn';
}

/** The first one is the default. A language also needs its texts (messages/) and a condition in package.json. */
const RULES = {
  en: { name: 'English', basePath: '', locale: 'en-US', zero: 0x30, shortMonths: true, productName: 'name' },
  bn: { name: 'বাংলা', basePath: '/bn', locale: 'bn-BD', zero: 0x09e6, shortMonths: false, productName: 'name_bn' },
} as const satisfies Record<string, LanguageRules>;

export type Language = keyof typeof RULES;
export const LANGUAGES = Object.keys(RULES) as Language[];
export const LANGUAGE_RULES: Readonly<Record<Language, LanguageRules>> = RULES;
export const DEFAULT_LANGUAGE = 'en' satisfies Language;

/** The header with the language of the page that sends a request. */
export const PAGE_LANGUAGE = 'Content-Language';

/** 'bn' of 'bn-BD'; null when the shop does not speak it. */
export function parseLanguage(text: string | null | undefined): Language | null {
  const [language] = text?.toLowerCase().split(/[^a-z]/, 1) ?? [];
  return LANGUAGES.find((known) => known === language) ?? null;
}

/** '/bn/cart' → 'bn', '/cart'. Endpoints and files count as English. It may have a query. */
export function splitPath(pathname: string): { language: Language; path: string } {
  for (const language of LANGUAGES) {
    const { basePath } = LANGUAGE_RULES[language];
    if (basePath === '' || !pathname.startsWith(basePath)) continue;
    const path = pathname.slice(basePath.length);
    // The framework's address for the data of `/` is `/_.data`, but for `/bn` it is `/bn.data`.
    if (/^\.data(?=[?#]|$)/.test(path)) return { language, path: `/_${path}` };
    if (/^(?:[/?#]|$)/.test(path)) return { language, path: path.startsWith('/') ? path : `/${path}` };
  }
  return { language: DEFAULT_LANGUAGE, path: pathname };
}

/** 'bn', '/cart' → '/bn/cart'. `path` may have a query. */
export function localPath(language: Language, path: string): string {
  const { basePath } = LANGUAGE_RULES[language];
  return basePath !== '' && /^\/(?:$|[?#])/.test(path) ? basePath + path.slice(1) : basePath + path;
}
