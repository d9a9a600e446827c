import { z } from 'zod';
import { problemResponse } from '../../../base/problem.ts';
import { PRODUCT_ID_PATTERN } from '../../../domain/catalogue/product.ts';
import { asRecord } from '../../../base/record.ts';
import { endpoint, json, parserOf } from '../endpoint.ts';
import type { Route } from './+types/product';

const fields = z.custom<Readonly<Record<string, unknown>>>((body) => asRecord(body) !== null);
const parseFields = parserOf(fields, 'Send a JSON object with the fields to change.');

export const loader = endpoint<Route.LoaderArgs>({
  PATCH: json(parseFields, async ({ services, params: { id }, body }) => {
    if (!PRODUCT_ID_PATTERN.test(id)) return unknownProduct(id);
    const outcome = await services.catalogue.change(id, body);
    switch (outcome.kind) {
      case 'changed':
        return outcome.product;
      case 'unknown':
        return unknownProduct(id);
      case 'conflict':
        return problemResponse({
          status: 409,
          detail: 'Somebody else has changed the product meanwhile. Look at it again.',
        });
      case 'refused': {
        const { reasons } = outcome;
        return problemResponse({ status: 422, detail: reasons.join('; '), extra: { reasons } });
      }
    }
  }),
  DELETE: async ({ services, params: { id } }) => {
    const removed = PRODUCT_ID_PATTERN.test(id) && (await services.catalogue.remove(id));
    return removed ? new Response(null, { status: 204 }) : unknownProduct(id);
  },
});

export { loader as action };

function unknownProduct(id: string): Response {
  return problemResponse({ status: 404, detail: `There is no product ${id.slice(0, 64)}.` });
}
