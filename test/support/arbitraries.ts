/** Generated products and carts for property tests: all that the catalogue allows, including limit values. */
import * as fc from 'fast-check';
import { MAX_ORDER_QUANTITY, type CartItem } from '../../domain/orders/cart.ts';
import { STATUSES } from '../../domain/catalogue/catalogue.ts';
import { CATEGORIES, groupOf } from './first-categories.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { exampleProduct } from './factories.ts';
import { discountText, fromPoisha } from '../../domain/money.ts';

const codePoints = fc
  .oneof(
    fc.integer({ min: 0, max: 0x17f }),
    fc.integer({ min: 0x0980, max: 0x09ff }),
    fc.integer({ min: 0xd800, max: 0xdfff }),
    fc.integer({ min: 0, max: 0x10ffff }),
  )
  .map((point) => String.fromCodePoint(point));

/**
 * Any text: control characters, Bangla, unpaired surrogates, all planes. Without fast-check's `binary` unit, because
 * creating that takes most of a second, and ten times as long on a busy machine.
 */
export function anyText(constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: codePoints, ...constraints });
}

/** A time from 2020 to 2100. */
export const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

/** A price in Tk: 0.01 to 1,000,000 in steps of a poisha. */
export const prices = fc.integer({ min: 1, max: 100_000_000 }).map(fromPoisha);

/** A discount's text: '0' to '99.99', every other one '0'. */
export const discounts = fc.oneof(fc.constant('0'), fc.integer({ min: 0, max: 9_999 }).map(discountText));

export const products: fc.Arbitrary<Product> = fc
  .record({
    id: fc.stringMatching(/^[a-z0-9-]{1,64}$/),
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    name_bn: fc.constantFrom('', 'রুই মাছ'),
    imgUrl: fc.constantFrom('', 'https://example.com/rui.jpg', '/images/p/0a1b2c-320.webp'),
    weight: fc.constantFrom('1', '500', '2.5', ''),
    unit: fc.constantFrom('kg', 'gm', 'litre', 'pcs'),
    price: prices,
    discount: discounts,
    status: fc.constantFrom(...STATUSES),
    category: fc.constantFrom(...CATEGORIES),
    available: fc.boolean(),
  })
  .map((fields) => exampleProduct({ ...fields, type: groupOf(fields.category) }));

/** A cart line with a quantity that an order allows. */
export const cartItems: fc.Arbitrary<CartItem> = fc
  .tuple(products, fc.integer({ min: 1, max: MAX_ORDER_QUANTITY }))
  .map(([product, quantity]) => Object.assign(product, { quantity }));

/** Carts of up to 12 different products. */
export const carts = fc.uniqueArray(cartItems, { selector: (item) => item.id, maxLength: 12 });
