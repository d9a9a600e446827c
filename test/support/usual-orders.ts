/** The orders of a shop in which nothing is set but what is given. */
import { deliveryRulesOf, settingsWith } from '../../domain/shop/settings.ts';
import { readProducts } from '../../server/catalogue/catalogue.ts';
import type { Database } from '../../server/db/connect.ts';
import { createDues } from '../../server/orders/dues.ts';
import { createOrders, type OrderParts, type Orders } from '../../server/orders/orders.ts';
import { USUAL_FEE } from './usual-fee.ts';

const USUAL: Omit<OrderParts, keyof ReturnType<typeof readingFrom>> = {
  mails: null,
  limits: null,
  shop: { name: 'Sodai', nameBn: 'সদাই' },
  deliveryTo: () => ({ area: null, fee: USUAL_FEE }),
  delivery: () => deliveryRulesOf(settingsWith({})),
  slots: () => [],
  guests: () => false,
  linkToken: (id) => `token-of-${id}`,
  confirmFrom: () => null,
  lowStock: () => 5,
  onPlaced: () => {},
};

function readingFrom({ kysely }: Pick<Database, 'kysely'>) {
  return { kysely, readProducts: (ids: readonly string[]) => readProducts(kysely, ids) };
}

export function usualOrders(database: Pick<Database, 'kysely'>, given: Partial<typeof USUAL> = {}): Orders {
  return createOrders({ ...readingFrom(database), ...USUAL, ...given });
}

export function usualDues(database: Pick<Database, 'kysely'>, set: Parameters<typeof settingsWith>[0] = {}) {
  const settings = settingsWith(set);
  return createDues({ ...readingFrom(database), ...USUAL }, { ...settings, settings: () => settings });
}
