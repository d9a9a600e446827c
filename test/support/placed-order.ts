/** An order of a new customer at a running shop, at the prices of its catalogue. */
import type { ShippingInfo } from '../../domain/orders/checkout-state.ts';
import { shortOrderId } from '../../domain/orders/order.ts';
import { shownTotals } from '../../domain/orders/pricing.ts';
import { parseProducts } from '../../domain/catalogue/product.ts';
import { orderId, registerCustomer, type Customer } from './customer.ts';
import { newOrder, SHIPPING } from './factories.ts';
import { USUAL_FEE } from './usual-fee.ts';

export interface PlacedOrder {
  id: string;
  /** As people see it: '#abc123'. */
  name: string;
  /** Tk with 1 decimal. */
  total: string;
  customer: Customer;
}

/** Products of the demo catalogue. */
const ITEMS = [
  { id: 'alu-potato', quantity: 2 },
  { id: 'katla-fish', quantity: 3 },
];

/**
 * Registers a customer and places an order. `shippingInfo` replaces fields. @throws the shop's answer when it refuses.
 */
export async function placeNewOrder(
  url: string,
  shippingInfo: Partial<ShippingInfo> = {},
  items = ITEMS,
): Promise<PlacedOrder> {
  const customer = await registerCustomer(url);
  const found = await customer.get(`/api/products?ids=${items.map(({ id }) => id).join()}`);
  const lines = parseProducts(found.body).map((product) =>
    Object.assign(product, { quantity: items.find(({ id }) => id === product.id)?.quantity ?? 1 }),
  );
  const total = shownTotals(lines, USUAL_FEE).totalCost;
  const order = newOrder({ items, shippingInfo: { ...SHIPPING, ...shippingInfo }, expectedTotal: Number(total) });
  const answer = await customer.place(order);
  const id = orderId(answer);
  if (id === '') throw new Error(`no order was placed: ${JSON.stringify(answer.body)}`);
  return { id, name: shortOrderId(id), total, customer };
}
