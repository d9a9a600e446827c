import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { COUNTRY } from '../../../domain/accounts/address.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { parseShippingInfo, type ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { piecesFor, readChat, type Wish } from '../../../domain/orders/chat.ts';
import { chatWith } from '../../../messages/order-line.ts';
import { formText } from '../../context.ts';
import { hasRight } from '../../../domain/accounts/roles.ts';
import { type Staff, staffOf } from '../context.ts';

const MAX_CUSTOMERS = 8;
/** Many of them may be of one customer. */
const ORDERS_LOOKED_AT = 50;
/** Of a message, in UTF-16 units; and how many of its parts are looked for. */
const MAX_MESSAGE = 4_000;
const MAX_WISHES = 40;

export type FoundProduct = Product & { byWeight: boolean };

export interface Found {
  text: string;
  products: FoundProduct[];
  customers: ShippingInfo[];
}

/** The latest order of a phone, and its products of today. */
export interface LastOrder {
  /** With whoever ordered. */
  chat: string | null;
  products: Product[];
  ordered: CartItem[];
}

/** What is found for part of a message, the best first, and how many of it are wished for. None: it stands as text. */
export interface ChatWish {
  place: number;
  text: string;
  found: { product: Product; pieces: number }[];
}

export interface ReadMessage {
  phone: string | null;
  customers: ShippingInfo[];
  wishes: ChatWish[];
}

/** For the fields of an order that is typed: `?kind=products|customers|last&q=`, what the shop has for that text. */
export async function loader(args: LoaderFunctionArgs) {
  const staff = await staffOf(args, 'orders');
  const { searchParams } = args.url;
  const text = searchParams.get('q')?.trim() ?? '';
  const kind = text && searchParams.get('kind');
  if (kind === 'last') return answer(await lastOrder(staff, text));
  const products = kind === 'products' ? await productsCalled(staff, text) : [];
  const customers = kind === 'customers' ? await knownCustomers(staff, text) : [];
  const found: Found = { text, products, customers };
  return answer(found);
}

async function productsCalled({ services: { catalogue } }: Staff, text: string): Promise<FoundProduct[]> {
  const products = (await catalogue.suggest(text)).filter(({ available }) => available);
  const weighed = await catalogue.soldByWeight(products.map(({ id }) => id));
  return products.map((product) => Object.assign(product, { byWeight: weighed.has(product.id) }));
}

const answer = (found: object): Response => Response.json(found, { headers: { 'Cache-Control': 'no-store' } });

/** Field `message`: what it asks for, each with what the shop has of it. */
export async function action(args: ActionFunctionArgs) {
  const staff = await staffOf(args, 'orders');
  const message = formText(await args.request.formData(), 'message').slice(0, MAX_MESSAGE);
  const { phone, wishes } = readChat(message);
  const customers = phone ? await knownCustomers(staff, phone) : [];
  const read = wishes.map(async (wish, place): Promise<ChatWish> => {
    const products = place < MAX_WISHES ? await productsFor(staff, wish) : [];
    const found = products.map((product) => ({ product, pieces: piecesFor(wish, product) }));
    return { place, text: wish.text, found };
  });
  return answer({ phone, customers, wishes: await Promise.all(read) } satisfies ReadMessage);
}

/** Found by all words or, where there is an amount, by fewer: '2 kg alu lagbe' are potatoes, 'salam vai' is nothing. */
async function productsFor(staff: Staff, { words, amount }: Pick<Wish, 'words' | 'amount'>): Promise<Product[]> {
  if (words === '') return [];
  const found = (await staff.services.catalogue.suggest(words)).filter(({ available }) => available);
  if (found.length > 0 || amount === null) return found;
  return productsFor(staff, { words: words.split(' ').slice(0, -1).join(' '), amount });
}

async function lastOrder({ services }: Staff, phone: string): Promise<LastOrder> {
  const { orders } = await services.orders.admin.list({ phone, limit: ORDERS_LOOKED_AT });
  const last = orders.find(({ order }) => order.status !== 'canceled');
  const ordered = last?.order.orderItems ?? [];
  return {
    chat: chatWith(last?.language ?? 'bn', phone, services.shop),
    ordered,
    products: await services.catalogue.byIds(ordered.map(({ id }) => id)),
  };
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
