/** Generated invalid requests: bodies, media types and parts of addresses. */
import * as fc from 'fast-check';
import { anyText } from './arbitraries.ts';
import { newOrder } from './factories.ts';

const text = fc.oneof(anyText(), fc.constantFrom('\0', '\ud800', '', '🍚'.repeat(400)));
const json = fc.oneof(fc.jsonValue(), text, fc.constantFrom(1e308, -0, Number.MAX_SAFE_INTEGER + 2, null, [], {}));

const PARTS = [...Object.keys(newOrder()), '__proto__', 'items.id', 'items.quantity'];

/** A valid order with one or two generated parts. */
const invalidOrder = fc
  .array(fc.tuple(fc.constantFrom(...PARTS), json), { minLength: 1, maxLength: 2 })
  .map((parts) => {
    const body: Record<string, unknown> = { ...newOrder() };
    for (const [name, value] of parts) {
      if (name === 'items.id') body.items = [{ id: value, quantity: 1 }];
      else if (name === 'items.quantity') body.items = [{ id: 'miniket', quantity: value }];
      else Object.defineProperty(body, name, { value, enumerable: true, configurable: true });
    }
    return JSON.stringify(body);
  });

/** A valid order with one generated line in its address. */
const invalidAddress = fc
  .tuple(fc.constantFrom(...Object.keys(newOrder().shippingInfo)), json)
  .map(([field, value]) => {
    const order = newOrder();
    return JSON.stringify({ ...order, shippingInfo: { ...order.shippingInfo, [field]: value } });
  });

/** A valid order that is cut off. */
const truncatedOrder = fc.nat(200).map((length) => JSON.stringify(newOrder()).slice(0, length));

/** Bodies: invalid orders, other JSON, no JSON at all. */
export const generatedBodies = fc.oneof(
  invalidOrder,
  invalidAddress,
  truncatedOrder,
  json.map((value) => JSON.stringify(value)),
  text,
);

/** Mostly the correct one. */
export const generatedMediaTypes = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'text/plain', 'application/x-www-form-urlencoded', 'application/x-ndjson'),
  },
);

/** Parts of a path or a query string, correctly and wrongly escaped. */
export const generatedAddressParts = fc.oneof(
  text.filter((value) => value.isWellFormed()).map(encodeURIComponent),
  fc.constantFrom('%00', '%FF', '%', '%2e%2e%2f', '..', '%ED%A0%80', 'a'.repeat(3000), '%0d%0a', "'", '-1', '1e99'),
);
