/** The operator's API: each operation at its method and path (server/operations.ts), and the files. */
import { type LoaderFunctionArgs, matchPath } from 'react-router';
import { type Outcome, refused } from '../../domain/outcome.ts';
import { parseBy } from '../../domain/parse.ts';
import { routeOf } from '../../base/route-parts.ts';
import type { Asker, Operation } from '../../server/operation.ts';
import type { Operations } from '../../server/operations.ts';
import { operationsContext, servicesOf } from '../context.ts';
import { answerWith, type EndpointArgs, noSuchEndpoint, readFields, refusal, tokenRefusal } from './endpoint.ts';
import { FILE_ROUTES, type FileRoute } from './operator-files.ts';

const TOKEN: Asker = { by: 'operator', userId: null, role: 'operator' };

type Entry = Operation | FileRoute;

let addresses: readonly (readonly [path: string, entries: readonly Entry[]])[] | undefined;

/** What is at each address. A fixed word is meant before a parameter. */
function addressesOf(operations: Operations) {
  const entries: Entry[] = [...Object.values(operations), ...FILE_ROUTES];
  const parametersIn = (path: string): number => path.split(':').length;
  return (addresses ??= [...Map.groupBy(entries, ({ path }) => path.replace(/^\w+ /, '/'))].toSorted(
    ([a], [b]) => parametersIn(a) - parametersIn(b),
  ));
}

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const stranger = tokenRefusal(args, 'api');
  if (stranger) return stranger;
  const { request, context } = args;
  for (const [path, entries] of addressesOf(context.get(operationsContext))) {
    const match = matchPath({ path, caseSensitive: true }, `/${args.params['*']}`);
    if (!match) continue;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const entry = entries.find((one) => one.path.startsWith(`${method} `));
    if (!entry) return wrongMethod(entries);
    const known = { ...args, params: match.params, services: servicesOf(args) };
    const response = await ('answer' in entry ? entry.answer(known) : answerOf(entry, known));
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  }
  return noSuchEndpoint();
}

export { loader as action };

function wrongMethod(entries: readonly Entry[]): Response {
  const methods = entries.map(({ path }) => routeOf({ path }).method);
  return refusal(refused(405, { code: 'malformed', detail: `Send ${methods.join(' or ')}.` }), methods.join(', '));
}

async function answerOf(entry: Operation, { request, params, services }: EndpointArgs): Promise<Response> {
  const isQuery = ['GET', 'HEAD'].includes(request.method);
  const query = { ok: true, value: Object.fromEntries(new URL(request.url).searchParams) } as const;
  const read: Outcome<object> = isQuery ? query : await readFields(request, entry);
  // What the address says is not said again.
  const field = read.ok ? Object.keys(params).find((name) => Object.hasOwn(read.value, name)) : undefined;
  if (field !== undefined) return refusal(refused(422, { code: 'unknown-field', field }));
  const input = read.ok ? parseBy(entry.input, { ...read.value, ...params }, entry.list) : read;
  return answerWith(input.ok ? await entry.run(services, input.value, TOKEN) : input, entry);
}
