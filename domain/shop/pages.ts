/** The pages whose texts a shop's operator writes, in both languages (product §2). */
import { isOneOf } from '../../base/record.ts';
import type { Language } from '../../base/language.ts';

/** These exist only where somebody has written them; the others are a heading until then. */
const OPTIONAL_PAGES = ['contact', 'terms', 'privacy'] as const;
export const isOptionalPage = isOneOf(OPTIONAL_PAGES);
export const PAGES = ['about', 'help', ...OPTIONAL_PAGES] as const;
export type PageName = (typeof PAGES)[number];

/** The setting with the text of a page in English, or in Bangla. */
export type PageSetting = PageName | `${PageName}Bn`;

export const PAGE_SETTINGS: readonly PageSetting[] = PAGES.flatMap((name) => [name, `${name}Bn`] as const);

export type PageTexts = Readonly<Record<PageSetting, string>>;

/** The languages in which operators write. */
export type PageLanguage = 'en' | 'bn';

export interface ShopPage {
  text: string;
  /** Of the text: the other language's where the page has none in its own. */
  language: PageLanguage;
}

/** Null for a page without a text. */
export function shopPage(texts: PageTexts, name: PageName, language: Language): ShopPage | null {
  const english: ShopPage = { text: texts[name], language: 'en' };
  const bangla: ShopPage = { text: texts[`${name}Bn`], language: 'bn' };
  const ranked = language === 'bn' ? [bangla, english] : [english, bangla];
  return ranked.find(({ text }) => text !== '') ?? null;
}

/** Of the pages that not every shop has, those with a text. */
export function writtenPages(texts: PageTexts): PageName[] {
  return OPTIONAL_PAGES.filter((name) => shopPage(texts, name, 'en') !== null);
}
