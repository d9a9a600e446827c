import type { LoaderFunctionArgs } from 'react-router';
import { COUNTRY } from '../../../domain/accounts/address.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { parseShippingInfo, type ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { hasRight } from '../../../domain/accounts/roles.ts';
import { type Staff, staffOf } from '../context.ts';

const MAX_CUSTOMERS = 8;
/** Many of them may be of one customer. */
const ORDERS_LOOKED_AT = 50;

export type FoundProduct = Product & { byWeight: boolean };

export interface Found {
  text: string;
  products: FoundProduct[];
  customers: ShippingInfo[];
}

/** For the fields of an order that is typed: `?kind=products|customers&q=`, what the shop has for that text. */
export async function loader(args: LoaderFunctionArgs) {
  const staff = await staffOf(args, 'orders');
  const { searchParams } = args.url;
  const text = searchParams.get('q')?.trim() ?? '';
  const kind = text && searchParams.get('kind');
  const { catalogue } = staff.services;
  const suggested = kind === 'products' ? await catalogue.suggest(text) : [];
  const products = suggested.filter(({ available }) => available);
  const weighed = await catalogue.soldByWeight(products.map(({ id }) => id));
  const customers = kind === 'customers' ? await knownCustomers(staff, text) : [];
  const known = products.map((product) => Object.assign(product, { byWeight: weighed.has(product.id) }));
  const found: Found = { text, products: known, customers };
  return Response.json(found, { headers: { 'Cache-Control': 'no-store' } });
}

/**
 * Where customers of this name or phone want things: those who have ordered, newest first; then accounts, for whoever may
 * see customers. Others get what a delivery needs.
 */
async function knownCustomers({ services, session }: Staff, search: string): Promise<ShippingInfo[]> {
  const { orders, accounts } = services;
  const seesAccounts = hasRight(session.user.role, 'customers');
  const known = new Map<string, ShippingInfo>();
  const add = (given: unknown): void => {
    const info = parseShippingInfo(given);
    const key = `${info?.phone} ${info?.name.toLowerCase()}`;
    const shown = info && (seesAccounts ? info : { ...info, email: '', gender: '' });
    if (shown?.name && shown.phone && known.size < MAX_CUSTOMERS && !known.has(key)) known.set(key, shown);
  };
  const page = await orders.admin.list({ search, limit: ORDERS_LOOKED_AT });
  for (const { order } of page.orders) add(order.shippingInfo);
  if (known.size === MAX_CUSTOMERS || !seesAccounts) return [...known.values()];
  const found = await accounts.search({ text: search, limit: MAX_CUSTOMERS });
  const shown = await Promise.all(found.customers.map(({ id }) => accounts.show(id)));
  for (const account of shown) if (account) add({ ...account.address, ...account, country: COUNTRY });
  return [...known.values()];
}
