import { PRODUCT_ID } from '../../../domain/product.ts';
import { asRecord } from '../../../domain/record.ts';
import { servicesOf } from '../../context.ts';
import { readJson } from '../json-body.ts';
import { problemResponse, wrongMethod } from '../problem.ts';
import type { Route } from './+types/product';

/** One product: PATCH with some fields of the catalogue file, DELETE. */
export async function action(args: Route.ActionArgs) {
  const { request, params } = args;
  if (request.method !== 'PATCH' && request.method !== 'DELETE') return wrongMethod('PATCH, DELETE');
  if (!PRODUCT_ID.test(params.id)) return unknownProduct(params.id);
  if (request.method === 'DELETE') {
    const removed = await servicesOf(args).catalogue.remove(params.id);
    return removed ? new Response(null, { status: 204 }) : unknownProduct(params.id);
  }
  const body = await readJson(request);
  if (!body.ok) return body.refusal;
  const fields = asRecord(body.value);
  if (!fields) return problemResponse({ status: 400, detail: 'Send an object of fields.' });
  const outcome = await servicesOf(args).operator.imports.set(params.id, fields);
  switch (outcome.kind) {
    case 'changed':
      return Response.json(outcome.product, { headers: { 'Cache-Control': 'no-store' } });
    case 'unknown':
      return unknownProduct(params.id);
    case 'refused': {
      const { reasons } = outcome;
      return problemResponse({ status: 422, detail: reasons.join('; '), extra: { reasons } });
    }
  }
}

export function loader() {
  return wrongMethod('PATCH, DELETE');
}

function unknownProduct(id: string): Response {
  return problemResponse({ status: 404, detail: `There is no product ${id.slice(0, 64)}.` });
}
