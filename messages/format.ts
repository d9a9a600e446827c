import { AT_LEAST, LANGUAGE, PRICE, UNIT_NAMES } from '#messages';
import { localDigits } from '../base/digits.ts';
import { measureText } from '../domain/catalogue/measure.ts';
import { LANGUAGE_RULES } from '../base/language.ts';
import { fillIn, type MessageValues } from '../base/message.ts';
import { shopNameIn } from '../domain/shop-name.ts';
import type { Product } from '../domain/catalogue/product.ts';

/** A text of `#messages` with the values of its parameters: `formatMessage(CART_LINK, { n: 3 })`. */
export function formatMessage<Text extends string>(text: Text, values: MessageValues<Text>): string {
  return fillIn(LANGUAGE, text, values);
}

export function formatNumber(number: string | number): string {
  return localDigits(LANGUAGE, number);
}

/** 'Tk 60', or 'from Tk 60'. */
export function formatPrice(amount: string | number, atLeast = false): string {
  const price = formatMessage(PRICE, { amount: formatNumber(amount) });
  return atLeast ? formatMessage(AT_LEAST, { price }) : price;
}

export function formatMeasure(product: Pick<Product, 'weight' | 'unit'>): string {
  return measureText(LANGUAGE, UNIT_NAMES, product);
}

const NAME = LANGUAGE_RULES[LANGUAGE].productName;

export function productName(product: Pick<Product, 'name' | 'name_bn'>): string {
  return product[NAME] || product.name;
}

export function areaName(area: { name: string; nameBn: string }): string {
  return shopNameIn(LANGUAGE, area) || area.name;
}

/** The Bangla name below the name on pages that show the other one; empty where there is none to show. */
export function secondName({ name_bn }: Pick<Product, 'name_bn'>): string {
  return NAME === 'name_bn' ? '' : name_bn;
}
