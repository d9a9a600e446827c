import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCartItems } from '../../domain/orders/cart.ts';
import { shownTotals, totalsOf } from '../../domain/orders/pricing.ts';
import { carts } from '../../test/support/arbitraries.ts';
import { columnsOf, productOf } from './tables.ts';
import { catalogueRow } from '../../test/support/factories.ts';
import { USUAL_FEE } from '../../test/support/usual-fee.ts';

test('browser and server compute the same prices for 1,000 carts', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      // The browser's cart is read from its storage, the shop's from the database's integers.
      const inBrowser = parseCartItems(JSON.parse(JSON.stringify(cart)));
      const inShop = cart.map((item) => {
        const columns = columnsOf(catalogueRow(item));
        return { ...productOf(columns), quantity: item.quantity };
      });
      expect(totalsOf(inBrowser, USUAL_FEE)).toEqual(totalsOf(inShop, USUAL_FEE));
      expect(shownTotals(inBrowser, USUAL_FEE)).toEqual(shownTotals(inShop, USUAL_FEE));
    }),
    { numRuns: 1_000 },
  );
});
