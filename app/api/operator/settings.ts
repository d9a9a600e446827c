import { z } from 'zod';
import { problemResponse } from '../../../base/problem.ts';
import { asRecord } from '../../../base/record.ts';
import { endpoint, json, parserOf } from '../endpoint.ts';
import type { Route } from './+types/settings';

const given = z.custom<Readonly<Record<string, unknown>>>((body) => asRecord(body) !== null);
const parseGiven = parserOf(given, 'Send a JSON object with the settings to change.');

/** What the operator has set (domain/shop/settings.ts). PATCH sets what it is given: all of it, or with a bad value nothing. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services }) => services.shop.settings(),
  PATCH: json(parseGiven, async ({ services, body }) => {
    const outcome = await services.shop.change(body);
    if (outcome.kind === 'changed') return outcome.settings;
    const { faults } = outcome;
    const detail = Object.entries(faults).map(([name, sentence]) => `${name.slice(0, 64)}: ${sentence}`);
    return problemResponse({ status: 422, detail: detail.join(' '), extra: { faults } });
  }),
});

export { loader as action };
