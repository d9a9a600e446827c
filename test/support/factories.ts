/**
 * Examples of what the shop deals with. `fields` replace an example's own. Tests take whole products, addresses and
 * orders from here only, so that a new column or field changes no other test.
 */
import { randomUUID } from 'node:crypto';
import { ADDRESS_FIELDS, type Address } from '../../domain/accounts/address.ts';
import type { CartItem } from '../../domain/orders/cart.ts';
import { type CatalogueRow, yesOrNo } from '../../domain/catalogue/catalogue-file.ts';
import { SHIPPING_FIELDS, type ShippingInfo } from '../../domain/orders/checkout-state.ts';
import { NEW_ORDER, type Order } from '../../domain/orders/order.ts';
import { totalsOf } from '../../domain/orders/pricing.ts';
import { PAGE_TEXTS, SHOP_TEXTS } from '../../domain/catalogue/product-columns.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { PROFILE_FIELDS, type ProfileForm } from '../../domain/accounts/profile-form.ts';
import { textFields } from '../../base/record.ts';
import { USUAL_FEE } from './usual-fee.ts';

export function exampleProduct(fields: Partial<Product> = {}): Product {
  return {
    ...textFields({ name: 'Rui Fish', weight: '1', unit: 'kg' }, PAGE_TEXTS),
    id: 'rui',
    imgUrl: '',
    price: 350,
    discount: '0',
    status: 'top',
    category: 'fish',
    type: 'raw-products',
    available: true,
    ...fields,
  };
}

export function exampleItem(fields: Partial<CartItem> = {}): CartItem {
  return { ...exampleProduct(), quantity: 1, ...fields };
}

type CountedProduct = Omit<Product, 'stock' | 'max_per_order'> & Partial<Pick<CatalogueRow, 'stock' | 'max_per_order'>>;

/** The row of a product in a catalogue file; its image is an imgUrl, as after importing the pictures. */
export function catalogueRow({
  imgUrl,
  available,
  stock = '',
  max_per_order = '',
  ...product
}: CountedProduct): Required<CatalogueRow> {
  const counts = { stock, max_per_order, by_weight: 'no' } as const;
  return { ...product, ...textFields({}, SHOP_TEXTS), image: imgUrl, available: yesOrNo(available), ...counts };
}

const TEXTS = {
  name: 'Ayesha Rahman',
  email: 'ayesha@example.com',
  phone: '01712345678',
  gender: 'female',
  street: '12 Lake Road',
  city: 'Dhaka',
  postcode: '1207',
  division: 'dhaka',
  country: 'Bangladesh',
};

export function exampleAddress(fields: Partial<Address> = {}): Address {
  return { ...textFields(TEXTS, [...ADDRESS_FIELDS, 'country']), ...fields };
}

/** The address of an account that has just registered. */
export const FIRST_ADDRESS: Address = { ...textFields({}, ADDRESS_FIELDS), division: 'Dhaka', country: 'Bangladesh' };

export function exampleShipping(fields: Partial<ShippingInfo> = {}): ShippingInfo {
  return { ...textFields(TEXTS, SHIPPING_FIELDS), ...fields };
}

export function exampleProfileForm(fields: Partial<ProfileForm> = {}): ProfileForm {
  return { ...textFields(TEXTS, PROFILE_FIELDS), ...fields };
}

/** The address of the orders in process tests and benchmarks. */
export const SHIPPING = exampleShipping();

/** The body of `POST /api/orders`. */
export interface OrderBody {
  idempotencyKey: string;
  items: { id: string; quantity: number }[];
  shippingInfo: ShippingInfo;
  paymentMethod: string;
  expectedTotal: number;
  expectedProducts?: string;
  slot?: { day: string; from: string };
}

/** Two kilograms of rice from the demo catalogue of process tests, with a new key. */
export function newOrder(fields: Partial<OrderBody> = {}): OrderBody {
  return {
    idempotencyKey: randomUUID(),
    items: [{ id: 'miniket', quantity: 2 }],
    shippingInfo: exampleShipping(),
    paymentMethod: 'cashon',
    expectedTotal: 210,
    ...fields,
  };
}

/** A placed order; its totals are those of its lines. */
export function exampleOrder(fields: Partial<Order> = {}): Order {
  const orderItems = fields.orderItems ?? [exampleItem()];
  return {
    ...NEW_ORDER,
    ...totalsOf(orderItems, USUAL_FEE),
    id: 'abc123abc123abc123abc123',
    orderItems,
    time: 'Sat, 21 Nov 2026 12:30:00 GMT',
    paymentMethod: 'cashon',
    shippingInfo: exampleShipping(),
    deliveryDay: '2026-11-22',
    stage: 'new',
    missing: 'call',
    ...fields,
  };
}

/** The name and a new address of a customer or an operator. */
export function newPerson(): { name: string; email: string } {
  return { name: 'Ayesha Rahman', email: `${randomUUID()}@example.com` };
}
