/** The operator's API: each operation at its method and path (server/operations.ts), and the files. */
import { type LoaderFunctionArgs, matchPath } from 'react-router';
import { type Outcome, refused } from '../../domain/outcome.ts';
import { parseBy } from '../../domain/parse.ts';
import { routeOf } from '../../base/route-parts.ts';
import type { Asker, Operation } from '../../server/operation.ts';
import type { Operations } from '../../server/operations.ts';
import { operationsContext } from '../context.ts';
import type { EndpointArgs } from './endpoint.ts';
import { answerWith, endpoint, noSuchEndpoint, readFields, refusal, tokenRefusal } from './endpoint.ts';
import { FILE_ROUTES, type FileRoute } from './operator-files.ts';

const TOKEN: Asker = { by: 'operator', userId: null, role: 'operator', confirmed: true };

type Entry = Operation | FileRoute;

let addresses: readonly (readonly [path: string, answer: ReturnType<typeof endpoint>])[] | undefined;

/** What is at each address. A fixed word is meant before a parameter. */
function addressesOf(operations: Operations) {
  const entries: Entry[] = [...Object.values(operations), ...FILE_ROUTES];
  const parametersIn = (path: string): number => path.split(':').length;
  const handlerOf = (entry: Entry) => (args: EndpointArgs) =>
    'answer' in entry ? entry.answer(args) : answerOf(entry, args);
  return (addresses ??= [...Map.groupBy(entries, ({ path }) => path.replace(/^\w+ /, '/'))]
    .toSorted(([a], [b]) => parametersIn(a) - parametersIn(b))
    .map(([path, own]) => {
      const handlers = own.map((entry) => [routeOf(entry).method, handlerOf(entry)]);
      return [path, endpoint(Object.fromEntries(handlers))] as const;
    }));
}

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const stranger = tokenRefusal(args, 'api');
  if (stranger) return stranger;
  for (const [path, answer] of addressesOf(args.context.get(operationsContext))) {
    const match = matchPath({ path, caseSensitive: true }, `/${args.params['*']}`);
    if (match) return answer({ ...args, params: match.params });
  }
  return noSuchEndpoint();
}

export { loader as action };

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
