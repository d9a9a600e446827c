/** What the photographed shop has: areas, riders, a month of orders, an order in every stage, and who looks at it. */
import { randomUUID } from 'node:crypto';
import { type Product, parseProducts } from '../../domain/catalogue/product.ts';
import type { ShippingInfo } from '../../domain/orders/checkout-state.ts';
import { shownTotals } from '../../domain/orders/pricing.ts';
import { exampleShipping } from '../support/factories.ts';
import { importProducts, operatorRequest, operatorSends } from '../support/operator-client.ts';
import { api } from '../support/operator-orders.ts';
import { USUAL_FEE } from '../support/usual-fee.ts';
import { ORIGIN, type World } from './world.ts';

/** A Wednesday, 10:40 in Dhaka. */
export const NOW = Date.parse('2026-11-25T04:40:00Z');
const DAY_MS = 86_400_000;
const HOUR_MS = DAY_MS / 24;
export const DAYS = 30;

const PASSWORD = 'three green mangoes';

/** `newcomer`: a customer who has just registered. */
export type Who = 'visitor' | 'newcomer' | 'customer' | 'owner' | 'packer' | 'rider';

export interface Stock {
  /** Of their sessions. */
  cookies: Readonly<Partial<Record<Who, string>>>;
  /** By the names that addresses of screens have: '/user/orders/{pending}'. */
  ids: Readonly<Record<string, string>>;
  products: ReadonlyMap<string, Product>;
  /** What the shop answers to whom places an order: JSON. */
  placed: string;
}

type Items = readonly (readonly [id: string, quantity: number])[];

const AREAS = [
  ['mirpur-10', 'Mirpur 10', 'মিরপুর ১০', 60],
  ['mirpur-2', 'Mirpur 2', 'মিরপুর ২', 60],
  ['dhanmondi', 'Dhanmondi', 'ধানমন্ডি', 60],
  ['mohammadpur', 'Mohammadpur', 'মোহাম্মদপুর', 60],
  ['adabor', 'Adabor', 'আদাবর', 60],
  ['banani', 'Banani', 'বনানী', 80],
  ['uttara-sector-7', 'Uttara Sector 7', 'উত্তরা সেক্টর ৭', 80],
] as const;

const AYESHA = exampleShipping({
  name: 'Ayesha Rahman',
  email: 'ayesha@example.com',
  phone: '01712345678',
  street: 'House 12, Road 5, Block B',
  city: 'Dhaka',
  postcode: '1216',
});
const IN_MIRPUR = { ...AYESHA, area: 'mirpur-10' };

/** Who orders on the phone. */
const NEIGHBOURS = [
  ['Rahim Uddin', '01811000101', 'House 44, Road 7', 'mohammadpur'],
  ['Nasrin Sultana', '01911000102', 'Flat 5C, 21 Lake View', 'dhanmondi'],
  ['মোছাম্মাৎ রহিমা খাতুন চৌধুরী', '01711000103', 'বাড়ি ৪৪/খ, সড়ক ৭, ব্লক সি', 'mirpur-2'],
  ['Tanvir Ahmed', '01611000104', 'House 3, Road 11', 'adabor'],
  ['Sharmin Akter', '01511000105', 'House 9, Avenue 2', 'mirpur-10'],
  ['Kamal Hossain', '01811000106', 'Shop 12, Town Hall Market', 'mohammadpur'],
  [
    'Mohammad Abdullah Al Mahmud Chowdhury',
    '01711000107',
    'House 120/3/A, Road 8/A, beside the old mosque',
    'dhanmondi',
  ],
  ['Farhana Islam', '01911000108', 'House 17, Road 2', 'adabor'],
] as const;

const BASKETS: readonly Items[] = [
  [
    ['alu-potato', 2],
    ['katla-fish', 1],
    ['deshi-peyaj-onion', 1],
  ],
  [
    ['nazirshail-rice', 1],
    ['soybean-oil-1l', 2],
    ['farm-eggs-brown', 1],
  ],
  [
    ['mango-langra', 3],
    ['peyara-guava', 2],
  ],
  [
    ['beef-steak', 1],
    ['ada-ginger', 1],
    ['deshi-roshun-garlic', 1],
    ['morich-chilli-powder', 1],
  ],
  [
    ['atta-whole-wheat', 1],
    ['premium-leaf-tea', 1],
    ['toast-biscuits', 2],
    ['sandwich-bread', 1],
    ['pound-cake', 1],
  ],
];
const LARGE: Items = [
  ['nazirshail-rice', 2],
  ['soybean-oil-1l', 3],
  ['beef-steak', 2],
  ['katla-fish', 1],
  ['deshi-peyaj-onion', 2],
  ['farm-eggs-brown', 2],
  ['premium-leaf-tea', 1],
];

export const LONG_NAME =
  'Hand-picked Mixed Whole Garam Masala of the Bazaar with Cinnamon, Cardamom, Cloves, Bay Leaves and a Little Black Cumin';

/** Fills the shop; the clock is at `NOW` afterwards. */
export async function fillShop({ url, clock, database }: World): Promise<Stock> {
  const send = <T>(method: string, path: string, json?: unknown): Promise<T> => api<T>(url, method, path, json);
  const change = (id: string, name: string, fields: object = {}): Promise<unknown> =>
    send('POST', `/orders/${id}/${name}`, fields);
  const daysAgo = (days: number, hours = 0): Promise<void> => clock.set(NOW - days * DAY_MS + hours * HOUR_MS);

  await send('PATCH', '/settings', {
    opening: ['open'],
    confirmFrom: 1500,
    guestOrders: true,
    facebook: 'https://www.facebook.com/sodai',
  });
  await send('PUT', '/areas', {
    areas: AREAS.map(([id, name, nameBn, fee]) => ({ id, name, nameBn, fee: fee === 60 ? null : fee })),
  });
  const look = { image: '', weight: '100', unit: 'g', price: 240, status: 'popular', category: 'spices' };
  await importProducts(url, [{ ...look, id: 'long-name', name: LONG_NAME, discount: '12.5' }]);
  await send('PATCH', '/products/kathal-jackfruit', { available: 'no' });
  const products = await readProducts(url);
  const karim = await send<{ id: string }>('POST', '/riders', { name: 'Karim Mia', phone: '01811222333' });
  const jamal = await send<{ id: string }>('POST', '/riders', { name: 'Jamal Uddin', phone: '01911222333' });

  const signs = (how: 'up' | 'in', person: { name?: string; email: string }): Promise<string> =>
    sessionOf(
      fetch(`${url}/api/auth/sign-${how}/email`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...person, password: PASSWORD }),
      }),
    );
  const register = (name: string, email: string): Promise<string> => signs('up', { name, email });
  const enter = async (name: string, email: string, as: object = {}): Promise<string> => {
    const { link } = await send<{ link: string }>('POST', '/operators/invite', { email, ...as });
    const form = new URLSearchParams({ name, password: PASSWORD });
    const init = { method: 'POST', body: form, headers: { Origin: ORIGIN }, redirect: 'manual' } as const;
    return sessionOf(fetch(url + new URL(link).pathname, init));
  };
  const byPhone = async (who: number, basket: Items): Promise<string> => {
    const [name, phone, street, area] = NEIGHBOURS[who % NEIGHBOURS.length] ?? NEIGHBOURS[0];
    const items = basket.map(([id, quantity]) => ({ id, quantity }));
    const shippingInfo = { name, phone, street, city: 'Dhaka', area };
    const placed = { idempotencyKey: randomUUID(), items, shippingInfo };
    return (await send<{ id: string }>('POST', '/orders', placed)).id;
  };
  const inShop = async (cookie: string, basket: Items, shippingInfo: ShippingInfo) => {
    const lines = basket.map(([id, quantity]) => Object.assign({}, productIn(products, id), { quantity }));
    const order = {
      idempotencyKey: randomUUID(),
      items: basket.map(([id, quantity]) => ({ id, quantity })),
      shippingInfo,
      paymentMethod: 'cashon',
      expectedTotal: Number(shownTotals(lines, USUAL_FEE).totalCost),
    };
    const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/api/orders`, { method: 'POST', headers, body: JSON.stringify(order) });
    const placed: { id?: string; link?: string } = await answer.json();
    if (placed.id === undefined) throw new Error(`ordering answers ${answer.status}: ${JSON.stringify(placed)}`);
    return { id: placed.id, link: placed.link ?? '' };
  };
  const byCustomer = async (...order: Parameters<typeof inShop>): Promise<string> => (await inShop(...order)).id;
  /** As its rider, with what was to collect, or less. */
  const bring = async (id: string, rider: string, less = 0): Promise<void> => {
    await change(id, 'stage', { stage: 'packed' });
    await change(id, 'rider', { rider });
    const { order } = await send<{ order: { totalCost: number } }>('GET', `/orders/${id}`);
    await change(id, 'deliver', { collected: Math.round((order.totalCost - less) * 100) / 100 });
  };

  await daysAgo(DAYS);
  const customer = await register(AYESHA.name, AYESHA.email);
  await database.query(
    `update users set phone = $1, gender = $2, street = $3, city = $4, postcode = $5, division = $6 where email = $7`,
    [AYESHA.phone, AYESHA.gender, AYESHA.street, AYESHA.city, AYESHA.postcode, AYESHA.division, AYESHA.email],
  );
  const others = await register('Imran Khan', 'imran@example.com');
  const leaving = await register('Farid Hasan', 'farid@example.com');
  const imran = { ...AYESHA, name: 'Imran Khan', email: 'imran@example.com', phone: '01611999888' };

  const ids: Record<string, string> = {};
  let waiting: string[] = [];
  for (let day = DAYS; day > 0; day -= 1) {
    await daysAgo(day, -1);
    for (const [at, id] of waiting.entries()) {
      if ((day + at) % 9 === 4) await change(id, 'cancel', { reason: at % 2 === 0 ? 'not-reachable' : 'out-of-stock' });
      else await bring(id, at % 3 === 2 ? jamal.id : karim.id, (day + at) % 11 === 5 ? 20 : 0);
    }
    waiting = [];
    const orders = 2 + ((day * 7) % 4);
    for (let at = 0; at < orders; at += 1) {
      await daysAgo(day, at * 2.5);
      waiting.push(await byPhone(day * 3 + at, BASKETS[(day + at) % BASKETS.length] ?? LARGE));
    }
    if (day % 6 === 3) {
      await daysAgo(day, 9);
      ids.delivered = await byCustomer(customer, BASKETS[day % BASKETS.length] ?? LARGE, IN_MIRPUR);
      waiting.push(ids.delivered);
    }
    if (day === 8) {
      ids.canceled = await byCustomer(customer, [['mango-langra', 2]], IN_MIRPUR);
      await change(ids.canceled, 'cancel', { reason: 'out-of-stock' });
    }
  }

  // Today: what was ordered since yesterday.
  for (const [at, id] of waiting.entries()) {
    await daysAgo(0, -2 + at * 0.2);
    if (at < 2) await bring(id, karim.id, at * 50);
    else await change(id, 'rider', { rider: karim.id });
  }
  await daysAgo(1, 8);
  ids.withRider = await byCustomer(customer, LARGE, IN_MIRPUR);
  const yesterday: string[] = [];
  for (let at = 0; at < 7; at += 1) {
    await daysAgo(1, 8 + at * 0.6);
    yesterday.push(await byPhone(at, BASKETS[at % BASKETS.length] ?? LARGE));
  }
  ids.toConfirm = await byCustomer(leaving, LARGE, {
    ...AYESHA,
    name: 'Farid Hasan',
    email: 'farid@example.com',
    phone: '01911777666',
    area: 'adabor',
  });
  const [packed = '', edited = '', returned = '', printed = '', ...given] = yesterday;
  await daysAgo(0, -1.5);
  await change(ids.toConfirm, 'call', { outcome: 'no-answer' });
  for (const id of [packed, returned, ...given, ids.withRider]) await change(id, 'stage', { stage: 'packed' });
  for (const id of [returned, ...given, ids.withRider]) await change(id, 'rider', { rider: karim.id });
  await daysAgo(0, -1);
  await change(returned, 'return', { reason: 'not-reachable' });
  await send('PATCH', `/orders/${edited}`, {
    items: [
      { id: 'nazirshail-rice', quantity: 1 },
      { id: 'farm-eggs-brown', quantity: 2 },
    ],
    reason: 'As you asked on the phone',
  });
  await operatorSends(url, 'POST', '/orders/printed', { ids: [printed] });
  await send('POST', `/orders/${edited}/notes`, { text: 'Ring twice, the bell is quiet.' });
  for (let at = 0; at < 4; at += 1) {
    await daysAgo(0, -0.9 + at * 0.2);
    ids.new = await byPhone(at + 3, BASKETS[(at + 1) % BASKETS.length] ?? LARGE);
  }
  for (const [id, pieces] of Object.entries({ 'beef-steak': 5, 'mango-langra': 14, 'toast-biscuits': 0 }))
    await send('POST', `/stock/${id}/count`, { pieces });
  await send('POST', '/stock/beef-steak/waste', { pieces: 2, reason: 'Cut too thin' });
  for (const [id, fields] of Object.entries({
    'alu-potato': { bought: true, paid: 190 },
    'katla-fish': { quantity: 3 },
  }))
    await send('POST', `/bazaar/2026-11-25/${id}`, fields);
  await daysAgo(0, -0.1);
  ids.pending = await byCustomer(others, BASKETS[1] ?? LARGE, { ...imran, area: 'dhanmondi' });
  const visitor = exampleShipping({
    name: 'Selina Parvin',
    phone: '01811000109',
    street: 'House 31, Road 4',
    city: 'Dhaka',
  });
  ids.visit = (await inShop('', BASKETS[0] ?? LARGE, { ...visitor, area: 'mirpur-10' })).link;
  Object.assign(ids, { packed, edited, returned });

  await send('POST', '/accounts/block', { phone: '01511000105', reason: 'Three times nobody opened' });
  await database.query(
    `update users set schedule_for_deletion = true, deletion_requested_at = $1 where email = 'farid@example.com'`,
    [new Date(NOW - 2 * DAY_MS)],
  );
  const { userId } = await send<{ userId: string }>('GET', `/orders/${ids.withRider}`);
  ids.customer = userId;
  await send('POST', `/accounts/${userId}/notes`, { text: 'Pays with large notes: bring change.' });
  const file = `id,name,image,weight,unit,price,discount,status,category
alu-potato,Potato,,1,kg,38,0,top,vegetables
deshi-tomato,Deshi Tomato,,1,kg,90,0,recent,vegetables
`;
  await operatorRequest(url, '/import?name=prices-of-today.csv', {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  });

  await clock.set(NOW);
  const cookies = {
    // The session of a month ago has ended.
    customer: await signs('in', { email: AYESHA.email }),
    newcomer: await register('Rafi Karim', 'rafi@example.com'),
    owner: await enter('Nusrat Jahan', 'nusrat@example.com'),
    packer: await enter('Rina Begum', 'rina@example.com', { role: 'packer' }),
    rider: await enter('Karim Mia', 'karim@example.com', { role: 'rider', rider: karim.id }),
  };
  // A reminder of passkeys else stands on every screen.
  const init = { method: 'POST', body: new URLSearchParams({ intent: 'later' }), redirect: 'manual' } as const;
  const headers = { Origin: ORIGIN, Cookie: cookies.owner };
  cookies.owner += `; ${await sessionOf(fetch(`${url}/operator/account`, { ...init, headers }))}`;
  const { link } = await send<{ link: string }>('POST', '/operators/invite', { email: 'new.owner@example.com' });
  ids.invitation = new URL(link).pathname.split('/').at(-1) ?? '';
  const placed = await fetch(`${url}/api/orders/${ids.withRider}`, { headers: { Cookie: cookies.customer } });
  return { cookies, ids, products, placed: await placed.text() };
}

/** The first cookies of an answer, as a request sends them. @throws the answer when there are none. */
async function sessionOf(request: Promise<Response>): Promise<string> {
  const answer = await request;
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  if (cookies.length === 0) throw new Error(`no session, but ${answer.status}: ${await answer.text()}`);
  return cookies.join('; ');
}

/** The products that carts and favourites of the screens have, by their ids. */
async function readProducts(url: string): Promise<ReadonlyMap<string, Product>> {
  const ids = [...new Set([...BASKETS.flat(), ...LARGE].map(([id]) => id))];
  const answer = await fetch(`${url}/api/products?ids=${ids.join()}`);
  return new Map(parseProducts(await answer.json()).map((product) => [product.id, product]));
}

export function productIn(products: Stock['products'], id: string): Product {
  const product = products.get(id);
  if (!product) throw new Error(`no product ${id} was read`);
  return product;
}
