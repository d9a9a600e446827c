import { type Language, LANGUAGE_RULES } from '../base/language.ts';

/** What a shop is called that has no SHOP_NAME, and no SHOP_NAME_BN. */
export const DEFAULT_SHOP_NAME = 'Sodai';
export const DEFAULT_SHOP_NAME_BN = 'সদাই';

/** What the shop is called on pages and in mails of a language. */
export function shopNameIn(language: Language, { name, nameBn }: { name: string; nameBn: string }): string {
  return LANGUAGE_RULES[language].productName === 'name_bn' ? nameBn : name;
}
