/**
 * A customer as a program: registers at a running shop, keeps the session's cookie, and places and lists orders over
 * HTTP.
 */
import { z } from 'zod';
import { newPerson, type OrderBody } from './factories.ts';

/** A complete answer. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The body's JSON; its text when it is no JSON. */
  body: unknown;
}

export interface Customer {
  email: string;
  cookie: string;
  /** The same customer at another process of the shop. */
  at(url: string): Customer;
  get(path: string): Promise<Answer>;
  /** Sends JSON; a string is sent unchanged. `headers` are added to the default ones. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  place(body: OrderBody): Promise<Answer>;
  /** All orders, newest first, page by page. */
  orders(): Promise<ListedOrder[]>;
}

const listedOrder = z.looseObject({ id: z.string(), totalCost: z.number() });
/** The fields of an order that tests use; the others are there too. */
export type ListedOrder = z.infer<typeof listedOrder>;
const orderPage = z.object({ orders: z.array(listedOrder), next: z.string().nullable() });

/** The id of the order in an answer; '' when there is none. */
export function orderId({ body }: Pick<Answer, 'body'>): string {
  return listedOrder.safeParse(body).data?.id ?? '';
}

/** Registers a new customer; another one when the shop is overloaded. @throws the shop's answer when it refuses. */
export async function registerCustomer(url: string): Promise<Customer> {
  const person = newPerson();
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...person, password: 'three green mangoes' }),
  });
  const text = await response.text();
  if (response.status === 503) return registerCustomer(url);
  if (!response.ok) throw new Error(`registering answers ${response.status}: ${text}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return customerAt(url, person.email, cookie);
}

function customerAt(url: string, email: string, cookie: string): Customer {
  const get = async (path: string): Promise<Answer> => read(await fetch(url + path, { headers: { Cookie: cookie } }));
  const send: Customer['send'] = async (method, path, body, headers = {}) => {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const request = {
      method,
      headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers },
      body: content,
    };
    return read(await fetch(url + path, request));
  };
  return {
    email,
    cookie,
    at: (otherUrl) => customerAt(otherUrl, email, cookie),
    get,
    send,
    post: (path, body, headers) => send('POST', path, body, headers),
    place: (body) => send('POST', '/api/orders', body),
    async orders() {
      const found: ListedOrder[] = [];
      let after = '';
      for (;;) {
        const { orders, next } = orderPage.parse((await get(`/api/orders${after}`)).body);
        found.push(...orders);
        if (next === null) return found;
        after = `?after=${next}`;
      }
    },
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Keep the text.
  }
  return { status: response.status, headers: response.headers, body };
}
