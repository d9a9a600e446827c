import { newNoteSchema } from '../../../domain/orders/place-order.ts';
import { parseBy } from '../../../domain/parsed.ts';
import { problemResponse } from '../../../base/problem.ts';
import type { Services } from '../../../server/services.ts';
import { endpoint, json } from '../endpoint.ts';
import type { Route } from './+types/notes';
import { findOrderId } from './find-order.ts';

/** What the address names, or why it names nothing. */
async function subjectOf({
  services,
  url,
  params: { id },
}: Pick<Route.LoaderArgs, 'url' | 'params'> & { services: Services }) {
  if (url.pathname.startsWith('/api/operator/accounts/')) return { account: id };
  const order = await findOrderId(services.orders.admin, id);
  return order instanceof Response ? order : { order };
}

/** `{notes}`, newest first. POST writes one: `{text}`. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async (args) => {
    const of = await subjectOf(args);
    const notes = of instanceof Response ? of : await args.services.notes.list(of);
    return notes instanceof Response ? notes : notes ? { notes } : noSuchAccount();
  },

  POST: json(
    (body) => parseBy(newNoteSchema, body),
    async (args) => {
      const of = await subjectOf(args);
      const note = of instanceof Response ? of : await args.services.notes.add(of, args.body.text);
      return note instanceof Response ? note : note ? Response.json(note, { status: 201 }) : noSuchAccount();
    },
  ),
});

function noSuchAccount(): Response {
  return problemResponse({ status: 404, detail: 'There is no such account.' });
}

export { loader as action };
