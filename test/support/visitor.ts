/** A browser without scripts: it keeps cookies, follows redirects and links, and sends forms. */
import { totalsOf } from '../../domain/orders/pricing.ts';
import { newOrder, newPerson, type OrderBody } from './factories.ts';
import { screenOf, type Screen } from './screen.ts';
import { USUAL_FEE } from './usual-fee.ts';

/** Of everybody who is registered here. */
export const PASSWORD = 'three green mangoes';

export interface Page extends Screen {
  /** Path and query of the address, after redirects: '/user/login?next=%2Fcart'. */
  path: string;
  status: number;
  headers: Headers;
  /** As it was sent. */
  html: string;
}

export class Visitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #keepsCookies: boolean;

  constructor(origin: string, keepsCookies = true) {
    this.#origin = origin;
    this.#keepsCookies = keepsCookies;
  }

  /**
   * Requests an address with this visitor's cookies, as it is; redirects are not followed. A write has the shop's own
   * origin.
   */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('Cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if ((init.method ?? 'GET') !== 'GET' && !headers.has('Origin')) headers.set('Origin', this.#origin);
    const response = await fetch(new URL(path, this.#origin), { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  /** Opens a page and follows its redirects. */
  async open(path: string, init: RequestInit = {}): Promise<Page> {
    let address = new URL(path, this.#origin);
    let response = await this.fetch(path, init);
    for (let redirects = 0; response.status >= 300 && response.status < 400; redirects += 1) {
      if (redirects === 10) throw new Error(`${path} redirects without end`);
      address = new URL(response.headers.get('Location') ?? '', address);
      response = await this.fetch(address.pathname + address.search);
    }
    const html = await response.text();
    const { status, headers } = response;
    return Object.assign(screenOf(html), { path: address.pathname + address.search, status, headers, html });
  }

  /** Follows a link of a page. */
  follow(link: Element, from: Page): Promise<Page> {
    const { pathname, search } = new URL(link.getAttribute('href') ?? '', new URL(from.path, this.#origin));
    return this.open(pathname + search);
  }

  /**
   * Presses a button that sends its form, with `typed` in the fields of these names and else what they were shown with.
   * A file is a `File`; null leaves a field out, as an unchecked box.
   */
  async press(
    button: Element,
    from: Page,
    typed: Readonly<Record<string, string | readonly string[] | Blob | null>> = {},
  ): Promise<Page> {
    const form = button.closest('form');
    if (!form) throw new Error('this button has no form');
    const fields = from.fieldsOf(form);
    const name = button.getAttribute('name');
    if (name !== null) fields.append(name, button.getAttribute('value') ?? '');
    for (const [field, value] of Object.entries(typed)) {
      fields.delete(field);
      for (const one of [value].flat()) if (one !== null) fields.append(field, one);
    }
    const here = new URL(from.path, this.#origin);
    const target = new URL(button.getAttribute('formaction') ?? form.getAttribute('action') ?? '', here);
    if ((form.getAttribute('method') ?? 'get').toLowerCase() !== 'post') {
      target.search = new URLSearchParams(texts(fields)).toString();
      return this.open(target.pathname + target.search);
    }
    const isMultipart = form.getAttribute('enctype') === 'multipart/form-data';
    const body = isMultipart ? fields : new URLSearchParams(texts(fields));
    return this.open(target.pathname + target.search, { method: 'POST', body });
  }

  /** Sends JSON to an endpoint. */
  send(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const sent = { 'Content-Type': 'application/json', ...headers };
    return this.fetch(path, { method, headers: sent, body: JSON.stringify(body) });
  }

  /** Registers a new customer, who is logged in from then on. @throws the shop's answer when it refuses. */
  async register(): Promise<{ name: string; email: string }> {
    const person = newPerson();
    const answer = await this.send('POST', '/api/auth/sign-up/email', { ...person, password: PASSWORD });
    if (!answer.ok) throw new Error(`registering answers ${answer.status}: ${await answer.text()}`);
    return person;
  }

  /** Orders three of the first product of a category, as the customer who is logged in. @throws as above. */
  async order(category = 'rice', fields: Partial<OrderBody> = {}): Promise<{ id: string }> {
    const { products } = await (await this.fetch(`/api/listings/${category}`)).json();
    const item = { ...products[0], quantity: 3 };
    const expectedTotal = totalsOf([item], USUAL_FEE).totalCost;
    const body = newOrder({ items: [{ id: item.id, quantity: 3 }], expectedTotal, ...fields });
    const answer = await this.send('POST', '/api/orders', body);
    if (answer.status !== 201) throw new Error(`ordering answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (!this.#keepsCookies) return;
    if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(name.length + 1));
  }
}

function texts(fields: FormData): [string, string][] {
  return [...fields].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
}
