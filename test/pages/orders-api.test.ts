import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { asRead } from '../../domain/orders/cart-refresh.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Customer, orderId, registerCustomer } from '../support/customer.ts';
import { generatedAddressParts, generatedBodies, generatedMediaTypes } from '../support/generated-requests.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { OPERATOR_TOKEN, PRODUCTS, importProducts } from '../support/operator-client.ts';
import { newOrder } from '../support/factories.ts';

const PROBLEM = 'application/problem+json';

/** The number of generated bodies and addresses; `npm run bench -- fuzz` has many more. */
const GENERATED = 100;

describe('orders over HTTP', () => {
  let shop: FrontDoor;
  let ayesha: Customer;
  let karim: Customer;

  beforeAll(async () => {
    shop = await openFrontDoor();
    await importProducts(shop.url, PRODUCTS, { replace: true });
    ayesha = await registerCustomer(shop.url);
    karim = await registerCustomer(shop.url);
  });

  afterAll(() => shop.close());

  /** Expects a refusal in the form for programs. */
  function expectProblem(answer: Answer, status: number): void {
    expect(answer).toMatchObject({ status, body: { status, title: expect.any(String), detail: expect.any(String) } });
    expect(answer.headers.get('content-type')).toBe(PROBLEM);
  }

  test('what home shows of a customer’s orders is theirs alone, and is not stored', async () => {
    const customer = await registerCustomer(shop.url);
    const placed = await customer.place(newOrder());
    const answer = await customer.get('/api/orders/latest');
    expect(answer).toMatchObject({ status: 200, body: { next: { id: orderId(placed), stage: 'new' } } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const other = await registerCustomer(shop.url);
    expect((await other.get('/api/orders/latest')).body).toEqual({ next: null, orders: [], products: [] });
    expect((await fetch(`${shop.url}/api/orders/latest`)).status).toBe(401);
  });

  test('an order for what the shopper did not see is refused, at the same price too', async () => {
    const customer = await registerCustomer(shop.url);
    const products = await shop.services.catalogue.byIds(['miniket']);
    const before = products.map((product) => ({ ...product, weight: '500' }));
    const refused = await customer.place(newOrder({ expectedProducts: asRead(before) }));
    expectProblem(refused, 409);
    expect(refused.body).toMatchObject({ type: 'price-changed', products: [{ id: 'miniket' }] });
    expect((await customer.place(newOrder({ expectedProducts: asRead(products) }))).status).toBe(201);
    expect((await customer.place(newOrder())).status).toBe(201);
  });

  test('the same key 50 times in parallel makes one order and 50 equal answers', async () => {
    const customer = await registerCustomer(shop.url);
    const body = newOrder();
    const answers = await Promise.all(Array.from({ length: 50 }, () => customer.place(body)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
    const [first] = answers;
    for (const { body } of answers) expect(body).toEqual(first?.body);
    expect(await customer.orders()).toEqual([first?.body]);
  });

  test('the same key 50 times in parallel with different bodies makes one order, and the others get 409', async () => {
    const customer = await registerCustomer(shop.url);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        customer.place(
          newOrder({
            idempotencyKey: key,
            items: [{ id: 'rui', quantity: index + 1 }],
            expectedTotal: 60 + 350 * (index + 1),
          }),
        ),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 409);
    expect(await customer.orders()).toEqual([made[0]?.body]);
  });

  test('the same key of two customers makes an order for each', async () => {
    const body = newOrder();
    const [hers, his] = await Promise.all([ayesha.place(body), karim.place(body)]);
    expect([hers.status, his.status]).toEqual([201, 201]);
    expect(orderId(hers)).not.toBe(orderId(his));
  });

  test('prices, discounts, totals, status and owner in a body have no effect', async () => {
    const tampered = {
      ...newOrder({ items: [], expectedTotal: 305.9 }),
      id: 'a'.repeat(24),
      userId: 'somebody else',
      status: 'delivered',
      paymentStatus: 'paid',
      time: 'Thu, 01 Jan 1970 00:00:00 GMT',
      subTotal: 0.1,
      shippingCost: 0,
      discount: 99,
      totalCost: 0.1,
      items: [{ id: 'chinigura', quantity: 2, price: 0.01, discount: '99', name: 'Free Rice', category: 'oil' }],
    };
    const plain = await ayesha.place(
      newOrder({ items: [{ id: 'chinigura', quantity: 2 }], expectedTotal: tampered.expectedTotal }),
    );
    expect(plain.status).toBe(201);
    const answer = await ayesha.post('/api/orders', tampered);
    expect(answer.status).toBe(201);
    const { id: _, time: __, ...order } = Object(answer.body);
    const { id: ___, time: ____, ...honest } = Object(plain.body);
    expect(order).toEqual(honest);
    expect(order).toMatchObject({
      status: 'pending',
      paymentStatus: 'unpaid',
      shippingCost: 60,
      orderItems: [{ id: 'chinigura', name: 'Chinigura Rice', price: 140.5, discount: '12.5', quantity: 2 }],
    });
    expect(orderId(answer)).not.toBe(tampered.id);
  });

  test('a wrong expected total places nothing and gets the current products', async () => {
    const customer = await registerCustomer(shop.url);
    for (const expectedTotal of [0, 0.1, 60, 209.9, 210.1, 1e9]) {
      const answer = await customer.place(newOrder({ expectedTotal }));
      expectProblem(answer, 409);
      expect(answer.body).toMatchObject({ type: 'price-changed', products: [{ id: 'miniket', price: 75 }] });
    }
    const gone = await customer.place(newOrder({ items: [{ id: 'no-such-rice', quantity: 1 }] }));
    expectProblem(gone, 409);
    expect(gone.body).toMatchObject({ type: 'product-unavailable', products: [] });
    expect(await customer.orders()).toEqual([]);
  });

  test('an attempt is settled as its order or as void, and a copy of a void one is refused', async () => {
    const customer = await registerCustomer(shop.url);
    const settle = (key: string): Promise<Answer> => customer.send('DELETE', `/api/orders/attempts/${key}`, '');
    const made = newOrder();
    const placed = await customer.place(made);
    expect(await settle(made.idempotencyKey)).toMatchObject({ status: 200, body: { order: placed.body } });
    const lost = newOrder();
    const settled = await settle(lost.idempotencyKey.toUpperCase());
    expect(settled).toMatchObject({ status: 200, body: { order: null } });
    expect(settled.headers.get('cache-control')).toBe('no-store');
    const late = await customer.place(lost);
    expectProblem(late, 409);
    expect(late.body).toMatchObject({ type: 'attempt-void' });
    expect(await customer.orders()).toEqual([placed.body]);

    const path = `/api/orders/attempts/${made.idempotencyKey}`;
    expectProblem(await customer.get(path), 405);
    expectProblem(await settle('no-uuid'), 404);
    expectProblem(await customer.send('DELETE', path, '', { Cookie: '' }), 401);
    expectProblem(await customer.send('DELETE', path, '', { Origin: 'https://evil.example' }), 403);
  });

  test("another customer's order cannot be read or canceled, like an unknown one", async () => {
    const id = orderId(await ayesha.place(newOrder()));
    for (const path of [`/api/orders/${id}`, `/api/orders/${id.toUpperCase()}`, `/api/orders/${'0'.repeat(24)}`]) {
      expectProblem(await karim.get(path), 404);
      expectProblem(await karim.post(`${path}/cancel`, {}), 404);
    }
    expect((await karim.orders()).map((order) => order.id)).not.toContain(id);
    expect((await ayesha.get(`/api/orders/${id}`)).body).toMatchObject({ id, status: 'pending' });
    // Its id as a cursor reveals nothing either.
    expect((await karim.get(`/api/orders?after=${id}`)).body).toEqual((await karim.get('/api/orders')).body);
  });

  test('a write from another site with the cookie is refused', async () => {
    const before = await ayesha.orders();
    for (const headers of [{ Origin: 'https://evil.example' }, { Origin: 'null' }]) {
      expectProblem(await ayesha.post('/api/orders', newOrder(), headers), 403);
      expectProblem(await ayesha.post(`/api/orders/${before[0]?.id}/cancel`, {}, headers), 403);
    }
    expect(await ayesha.orders()).toEqual(before);
  });

  test('without a session nothing is placed or shown', async () => {
    const before = await ayesha.orders();
    for (const Cookie of ['', 'sodai.session_token=made.up', ayesha.cookie.slice(0, -8)]) {
      expectProblem(await ayesha.post('/api/orders', newOrder(), { Cookie }), 401);
    }
    expect(await ayesha.orders()).toEqual(before);
  });

  /**
   * What is wrong with an answer to an invalid request. It must be neither a success nor a server error, and programs
   * must get a problem.
   */
  function violationOf({ status, headers, body }: Answer, sent: unknown, isEndpoint = true): string | null {
    const type = headers.get('content-type');
    const problem = type === PROBLEM && status === Object(body).status && typeof Object(body).detail === 'string';
    if (status < 400 || (status < 500 && (problem || !isEndpoint))) return null;
    return `${JSON.stringify(sent)} is answered with ${status} ${type}: ${JSON.stringify(body)}`;
  }

  test('generated bodies are refused with a problem by every endpoint', async () => {
    const id = orderId(await ayesha.place(newOrder()));
    const operator = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
    const targets: { method?: string; path: string; headers?: Record<string, string> }[] = [
      { path: `/api/orders/${id}` },
      { path: `/api/orders/${id}/cancel`, method: 'PUT' },
      { path: '/api/orders/attempts/1', method: 'DELETE' },
      { path: '/api/auth/sign-in/email' },
      { path: '/api/auth/sign-up/email' },
      { path: '/api/auth/reset-password' },
      { path: '/api/auth/request-password-reset' },
      { path: '/api/profile/picture' },
      { path: '/api/products' },
      { path: '/api/listings/rice' },
      { path: '/healthz' },
      { path: '/api/operator/import?name=a', headers: { ...operator, 'Content-Type': 'application/x-ndjson' } },
      { path: '/api/operator/import?replace=true', headers: operator },
      { path: '/api/operator/products/rui', method: 'PATCH', headers: operator },
      { path: '/api/operator/pictures', headers: operator },
      { path: '/api/operator/pictures/known', headers: operator },
      { path: '/api/operator/accounts/role', headers: operator },
      { path: '/api/operator/accounts/nobody/purge', headers: operator },
      { path: '/api/operator/products', headers: operator },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...targets),
        generatedBodies,
        generatedMediaTypes,
        async (target, body, type) => {
          const { path, method = 'POST' } = target;
          const answer = await ayesha.send(method, path, body, { 'Content-Type': type, ...target.headers });
          expect(violationOf(answer, { method, path, type, body })).toBeNull();
        },
      ),
      { numRuns: GENERATED },
    );
    // No request has changed the shop.
    expect((await ayesha.place(newOrder())).status).toBe(201);
  });

  test('generated orders never cause a server error', async () => {
    await fc.assert(
      fc.asyncProperty(generatedBodies, async (body) => {
        expect(violationOf(await ayesha.post('/api/orders', body), body)).toBeNull();
      }),
      { numRuns: GENERATED },
    );
  });

  test('generated addresses never cause a server error', async () => {
    const places = [
      (value: string) => `/api/orders/${value}`,
      (value: string) => `/api/orders/attempts/${value}`,
      (value: string) => `/api/orders?after=${value}`,
      (value: string) => `/api/products?ids=miniket,${value}`,
      (value: string) => `/api/listings/${value}`,
      (value: string) => `/api/listings/rice?after=${value}`,
      (value: string) => `/groceries/search-results?searchText=${value}&searchCategory=${value}`,
      (value: string) => `/groceries/raw-products/${value}`,
      (value: string) => `/groceries/offers?after=${value}`,
      (value: string) => `/user/orders/${value}`,
      (value: string) => `/user/orders?after=${value}`,
      (value: string) => `/user/login?next=${value}`,
      (value: string) => `/user/reset-password/${value}`,
      (value: string) => `/images/${value}`,
      (value: string) => `/api/auth/${value}`,
      (value: string) => `/${value}`,
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), generatedAddressParts, async (place, value) => {
        const path = place(value);
        const answer = await ayesha.get(path);
        // The client resolves dots before sending, which may lead out of /api; there the answers are pages, not
        // problems.
        const isEndpoint = new URL(path, shop.url).pathname.startsWith('/api/');
        expect(violationOf(answer, path, isEndpoint)).toBeNull();
      }),
      { numRuns: GENERATED },
    );
  });
});
