/**
 * What the hostile requests name: customers, operators, orders, links. It is renewed all the time, because they destroy
 * it.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pRetry from 'p-retry';
import { CLIENT_DIRECTORY } from '../../server/build/build.ts';
import { type Customer, orderId, registerCustomer } from '../../test/support/customer.ts';
import {
  importProducts,
  OPERATOR_TOKEN,
  operatorRequest,
  operatorSends,
  PRODUCTS,
} from '../../test/support/operator-client.ts';
import { codeAt } from '../../test/support/operators.ts';
import { PASSWORD } from './recipes.ts';
import type { Sender } from './requests.ts';
import { newOrder, SHIPPING } from '../../test/support/factories.ts';

const CUSTOMERS = 6;
const OPERATORS = 3;
/** The products that requests change and remove. They can also order others, which come back as well. */
const CHANGED = 20;
const RICE = { ...PRODUCTS[0], image: '', weight: '1', unit: 'kg', discount: '0', status: 'top', category: 'rice' };

interface Person {
  customer: Customer;
  id: string;
  orders: string[];
}

interface Operator {
  email: string;
  cookie: string;
}

export interface World {
  /** Replaces what the last requests have used up. */
  renew(): Promise<void>;
  /** The values of the names in recipes, for a sender. */
  names(sender: Sender, pick: number, uuid: string): Readonly<Record<string, string>>;
  /** The headers that say who sends a request. */
  credentials(sender: Sender, pick: number): [string, string][];
  /** Places an order, as a shopper would; its status. */
  order(): Promise<number>;
}

/** The world of an open shop with rate limits off. */
export async function createWorld({ url, dataDir }: { url: string; dataDir: string }): Promise<World> {
  const files = (await readdir(CLIENT_DIRECTORY, { recursive: true })).toSorted();
  const people: Person[] = [];
  const operators: Operator[] = [];
  const guarded = await newOperator();
  await switchSecondFactorOn(guarded.cookie);
  const readMails = new Set<string>();
  let [invitation, invitedEmail, reset, job, leaver, challenge, picture, renewals] = ['', '', '', '', '', '', '', 0];
  let [rider, guestOrder, link] = ['', '', ''];
  const settings = await operatorReads('/settings');
  const categories = await operatorReads('/categories');

  async function operatorCall(address: string, body: object): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/api/operator${address}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return response.json();
  }

  async function operatorReads(address: string): Promise<Record<string, unknown>> {
    return (await operatorRequest(url, address)).json();
  }

  /** What the shop is told about itself, because requests change that too. */
  async function renewShop(): Promise<void> {
    await operatorSends(url, 'PATCH', '/settings', { ...settings, guestOrders: true });
    await operatorSends(url, 'PUT', '/categories', { categories: categories.categories });
    await operatorSends(url, 'PUT', '/areas', { areas: [] });
    await operatorRequest(url, '/accounts/unblock', jsonOf({ phone: SHIPPING.phone }));
    const { riders } = (await operatorReads('/riders')) as { riders: { id: string }[] };
    rider = riders.at(-1)?.id ?? String((await operatorCall('/riders', { name: 'Salma', phone: '01711000004' })).id);
    const placed = await fetch(`${url}/api/orders`, jsonOf({ ...newOrder(), idempotencyKey: crypto.randomUUID() }));
    const made = (await placed.json()) as { id?: string; link?: string };
    guestOrder = made.id ?? guestOrder;
    link = made.link?.split('/').at(-1) ?? link;
  }

  async function submit(address: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
    const body = new URLSearchParams(fields);
    return fetch(url + address, { method: 'POST', headers: { Cookie: cookie, Origin: url }, body, redirect: 'manual' });
  }

  async function newInvitation(): Promise<{ email: string; link: string }> {
    const email = `operator-${crypto.randomUUID()}@example.com`;
    const { link } = await operatorCall('/operators/invite', { email });
    return { email, link: new URL(String(link)).pathname };
  }

  async function newOperator(): Promise<Operator> {
    const { email, link } = await newInvitation();
    const accepted = await submit(link, { name: 'Rahima', password: PASSWORD });
    return { email, cookie: cookieOf(accepted) };
  }

  async function switchSecondFactorOn(cookie: string): Promise<void> {
    const page = await (await submit('/operator/account', { intent: 'begin', password: PASSWORD }, cookie)).text();
    const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(page) ?? [];
    await submit('/operator/account', { intent: 'enable', code: codeAt(secret, Date.now()) }, cookie);
  }

  async function newPerson(): Promise<Person> {
    const customer = await registerCustomer(url);
    const { body } = await customer.get('/api/profile');
    return { customer, id: (body as { id: string }).id, orders: [] };
  }

  async function renewPeople(): Promise<void> {
    for (let at = 0; at < CUSTOMERS; at += 1) {
      const known = people[at];
      const isKnown = known && (await known.customer.get('/api/profile')).status === 200;
      const person = isKnown ? known : await newPerson();
      people[at] = person;
      const placed = orderId(await person.customer.place(newOrder()));
      person.orders = [...person.orders, ...(placed ? [placed] : [])].slice(-4);
    }
    const gone = await newPerson();
    await submit('/user/delete-account', { confirmation: 'delete-my-account' }, gone.customer.cookie);
    leaver = gone.id;
  }

  async function renewOperators(): Promise<void> {
    for (let at = 0; at < OPERATORS; at += 1) {
      const known = operators[at];
      const headers = { Cookie: known?.cookie ?? '' };
      const { status } = await fetch(`${url}/operator/account`, { headers, redirect: 'manual' });
      if (status !== 200) operators[at] = await newOperator();
    }
    invitation = (await newInvitation()).link.split('/').at(-1) ?? '';
    invitedEmail = (await newInvitation()).email;
    challenge = cookieOf(await submit('/operator/login', { email: guarded.email, password: PASSWORD }));
  }

  /** Uploads a file to check: every second one is bad. */
  async function renewJob(): Promise<void> {
    const name = renewals % 2 === 0 ? 'Rice' : '';
    const body = `id,name,image,weight,unit,price,discount,status,category\na-new-one,${name},,1,kg,75,0,top,rice\n`;
    const headers = { Cookie: operators[0]?.cookie ?? '', Origin: url };
    const answer = await fetch(`${url}/operator/import/file?name=a.csv`, { method: 'POST', headers, body });
    if (answer.ok) job = String(((await answer.json()) as { id: string }).id);
  }

  /** The link in the latest mail; the next one has the mail that is asked for now. */
  async function renewReset(): Promise<void> {
    const folder = path.join(dataDir, 'mail');
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml') || readMails.has(name)) continue;
      readMails.add(name);
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('=\r\n', '');
      reset = /reset-password\/([\w-]+)/.exec(text)?.[1] ?? reset;
    }
    await post('/api/auth/request-password-reset', { email: people[0]?.customer.email });
  }

  async function post(address: string, body: object): Promise<void> {
    const headers = { 'Content-Type': 'application/json' };
    await (await fetch(url + address, { method: 'POST', headers, body: JSON.stringify(body) })).arrayBuffer();
  }

  async function renew(): Promise<void> {
    const changed = Array.from({ length: CHANGED }, (_, at) => ({
      ...RICE,
      id: `rice-${at}`,
      name: `Rice ${at}`,
      price: 70,
    }));
    // The last requests may have begun an import.
    await pRetry(() => importProducts(url, [...PRODUCTS, ...changed]), {
      retries: 600,
      factor: 1,
      minTimeout: 100,
      shouldRetry: ({ error }) => error.message.includes('import-busy'),
    });
    await renewShop();
    await renewPeople();
    await renewOperators();
    await renewJob();
    await renewReset();
    const listed = await fetch(`${url}/api/listings/vegetables`);
    const { products } = (await listed.json()) as { products: { imgUrl: string }[] };
    picture = products.find(({ imgUrl }) => imgUrl.startsWith('/images/'))?.imgUrl.slice('/images/'.length) ?? picture;
    renewals += 1;
  }

  const personAt = (pick: number): Person | undefined => people[pick % people.length];

  return {
    renew,

    names(sender, pick, uuid) {
      const person = personAt(pick);
      const anyOrder = people.flatMap(({ orders }) => orders);
      const orders = sender === 'customer' ? (person?.orders ?? []) : anyOrder;
      return {
        product: `rice-${pick % CHANGED}`,
        order: orders[pick % orders.length] ?? 'none',
        customer: pick % 2 === 0 ? leaver : (person?.id ?? ''),
        email: person?.customer.email ?? '',
        newEmail: `${uuid}@example.com`,
        operatorEmail: (pick % 2 === 0 ? guarded.email : operators[pick % OPERATORS]?.email) ?? '',
        key: '00000000-0000-4000-8000-000000000001',
        uuid,
        rider,
        guestOrder,
        link,
        phone: SHIPPING.phone,
        invitation,
        invitedEmail,
        reset,
        job,
        picture,
        file: files[pick % files.length] ?? '',
      };
    },

    credentials(sender, pick) {
      if (sender === 'token') return [['Authorization', `Bearer ${OPERATOR_TOKEN}`]];
      if (sender === 'customer') return [['Cookie', personAt(pick)?.customer.cookie ?? '']];
      if (sender === 'operator') return [['Cookie', `${operators[pick % OPERATORS]?.cookie}; ${challenge}`]];
      if (sender === 'visitor') return [];
      const forged = (personAt(pick)?.customer.cookie ?? '').slice(0, -1 - (pick % 40));
      return [
        ['Cookie', `${forged}; ${forged}A; ${challenge}A; ${operators[0]?.cookie}%`],
        ['Authorization', `Bearer ${OPERATOR_TOKEN.slice(0, -1)}`],
      ];
    },

    async order() {
      const { customer } = await newPerson();
      return (await customer.place(newOrder())).status;
    },
  };
}

function jsonOf(body: object): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .filter((pair) => !pair?.endsWith('='))
    .join('; ');
}
