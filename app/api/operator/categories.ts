import { problemResponse } from '../../../base/problem.ts';
import type { Services } from '../../../server/services.ts';
import { endpoint, json } from '../endpoint.ts';
import type { Route } from './+types/categories';

/** The categories in the order of menus. PUT takes the whole list, or with a bad row nothing. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services }) => listOf(services),
  PUT: json(
    (value) => ({ ok: true, value }),
    async ({ services, body }) => {
      const outcome = await services.categories.replace(body);
      if (outcome.kind !== 'refused') return listOf(services);
      const errors = outcome.errors.map(({ row: _, ...error }) => error);
      const detail = errors.map(({ id, reason }) => (id === '' ? reason : `${id}: ${reason}`)).join(' ');
      return problemResponse({ status: 422, detail, extra: { errors } });
    },
  ),
});

export { loader as action };

async function listOf({ categories }: Services) {
  const { categories: listed } = await categories.list();
  return { categories: listed };
}
