import { asRecord } from '../../../base/record.ts';
import { problemResponse } from '../../../base/problem.ts';
import type { Parsed } from '../../../domain/parsed.ts';
import { type AreaRow, areaFaultText, MAX_AREAS_BYTES } from '../../../domain/shop/read-areas.ts';
import { endpoint, json } from '../endpoint.ts';
import type { Route } from './+types/areas';

/** `{areas: […]}` or the list itself. */
function parseRows(body: unknown): Parsed<AreaRow[]> {
  const list = Array.isArray(body) ? body : asRecord(body)?.areas;
  if (Array.isArray(list)) return { ok: true, value: list.map((value: unknown, at) => ({ row: at + 1, value })) };
  return { ok: false, status: 400, reason: { code: 'malformed', detail: 'Send {"areas": […]}.' } };
}

/** The areas that the shop delivers to (domain/shop/areas.ts). PUT makes the list what it is given: all of it, or with a bad value nothing. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services }) => ({ areas: services.shop.areas.get() }),
  PUT: json(
    parseRows,
    async ({ services: { shop }, body }) => {
      const outcome = await shop.areas.change(body);
      if (outcome.kind === 'changed') return { areas: outcome.areas };
      const faults = outcome.kind === 'refused' ? outcome.faults.map(areaFaultText) : [];
      return problemResponse({ status: 422, detail: faults.slice(0, 20).join(' '), extra: { faults } });
    },
    { maxBytes: MAX_AREAS_BYTES },
  ),
});

export { loader as action };
