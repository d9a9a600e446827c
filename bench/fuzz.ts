/**
 * Whether anything gets through: 200,000 hostile requests to every route, half of them on each of both databases. No request may be answered
 * with a server error, nothing may be thrown that nobody catches, and the memory must stay flat. `FUZZ_SEED=n` makes
 * other requests than usual, `FUZZ_ONLY=n` sends only request n of a run, and prints it with its answer.
 */
import path from 'node:path';
import { createRouteLabels } from '../server/http/route-labels.ts';
import { importPages } from '../server/build/build.ts';
import { CONSOLE_PATH } from '../base/console-path.ts';
import { splitPath } from '../base/language.ts';
import { OPERATOR_TOKEN } from '../test/support/operator-client.ts';
import { type Archives, sendArchives } from './fuzz/archives.ts';
import { messageOf } from './fuzz/message.ts';
import { recipesFor } from './fuzz/recipes.ts';
import { createPlans, type Plan } from './fuzz/requests.ts';
import { createClient, type Reply } from './fuzz/send.ts';
import { keepSilent, type Silence } from './fuzz/silent.ts';
import { createWorld } from './fuzz/world.ts';
import { atLeast, atMost, type Bench, median, type Report } from './report.ts';
import { SERVERS, SERVER_NAMES, type ServerKind, memoryOf, type MeasuredShop, withShop, withShopData } from './shop.ts';

/** To each of both databases; fewer only to try it. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 100_000);
/** After each batch the shop gets back what the requests have used up. */
const BATCH = 1000;
const BATCHES = REQUESTS / BATCH;
const CLIENTS = 16;
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Results do not name the folder of a checkout. */
const ROOT = path.join(import.meta.dirname, '../');
const ONLY = process.env.FUZZ_ONLY === undefined ? null : Number(process.env.FUZZ_ONLY);

interface Attack {
  kind: ServerKind;
  /** Answers by route and status. */
  routes: Map<string, Map<number, number>>;
  /** The recipes that were accepted at least once: 2xx or 3xx. */
  accepted: Set<string>;
  /** Server errors, without those of `busy`. */
  errors: string[];
  /** 503 with Retry-After: too many pictures or requests at once, which product §7 and §8 allow. */
  busy: number;
  unanswered: string[];
  withoutId: string[];
  /** MiB after each batch. */
  memory: number[];
  /** Lines of the log from level 50, and what is no line of the log. */
  alarms: string[];
  silence: Silence;
  archives: Archives;
  /** The status of an order after all. */
  order: number;
  exitStatus: number | null;
}

export const bench: Bench = {
  name: 'fuzz',
  about: `${2 * REQUESTS} hostile requests, half on each database`,
  async run(show) {
    const { en, 'console-en': consolePages } = await importPages();
    const patterns = [
      ...en.patterns,
      ...consolePages.patterns.map((pattern) => CONSOLE_PATH + pattern.replace(/^\/$/, '')),
    ];
    let done = 0;
    const onBatch = (): void => show('both databases', (done += 1), SERVERS.length * BATCHES);
    const env = { LOG_LEVEL: 'warn', OPERATOR_TOKEN };
    const attacks = await Promise.all(
      SERVERS.map((kind) =>
        withShopData(kind, (data) => withShop(data, (shop) => attack({ kind, shop, patterns, onBatch }), { env })),
      ),
    );
    return reportOf(attacks, recipesFor(patterns).map(nameOf));
  },
};

const nameOf = ({ method, pattern }: { method: string; pattern: string }): string => `${method} ${pattern}`;

async function attack(options: {
  kind: ServerKind;
  shop: MeasuredShop;
  patterns: readonly string[];
  onBatch: () => void;
}): Promise<Attack> {
  const { kind, shop, patterns, onBatch } = options;
  const plansOf = createPlans(recipesFor(patterns), SEED);
  const routeOf = createRouteLabels(patterns);
  const clients = Array.from({ length: CLIENTS }, () => createClient(shop.port));
  const result: Attack = {
    kind,
    routes: new Map(),
    accepted: new Set(),
    errors: [],
    busy: 0,
    unanswered: [],
    withoutId: [],
    memory: [],
    alarms: [],
    silence: { order: 0, unread: 0 },
    archives: await sendArchives(shop),
    order: 0,
    exitStatus: null,
  };

  const world = await createWorld(shop);

  /** Sends one request and notes what came back. */
  async function send(number: number, plan: Plan, client: (typeof clients)[number]): Promise<void> {
    const message = messageOf(plan, world, new URL(shop.url).host);
    const reply = await client.send(message);
    if (number === ONLY) console.log(`${message.bytes.toString('latin1')}\n\n${reply.text}`);
    const route = message.path === '*' ? 'no HTTP' : routeOf(splitPath(message.path).path);
    const counts = result.routes.get(route) ?? new Map<number, number>();
    result.routes.set(route, counts);
    for (const status of reply.statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
    const what = `${number} ${kind}: ${message.bytes.toString('latin1', 0, 100).split('\r\n', 1)[0]} → ${reply.text.slice(0, 12)}`;
    note(result, plan, { reply, isOwed: message.kind === 'framed', what });
  }

  for (let batch = 0; batch < BATCHES; batch += 1) {
    if (ONLY !== null && Math.floor(ONLY / BATCH) !== batch) continue;
    onBatch();
    await world.renew();
    const plans = [...plansOf(batch, BATCH).entries()].filter(([at]) => ONLY === null || batch * BATCH + at === ONLY);
    await Promise.all(
      clients.map(async (client) => {
        for (let next = plans.shift(); next; next = plans.shift()) await send(batch * BATCH + next[0], next[1], client);
      }),
    );
    result.memory.push(memoryOf(shop.pid).now);
  }
  for (const client of clients) client.close();
  await world.renew();
  result.silence = await keepSilent(shop, () => world.order());
  result.order = await world.order();
  result.exitStatus = await shop.stop();
  result.alarms = shop
    .output()
    .split('\n')
    .filter(
      (line) => line !== '' && !/^Sodai is open at|^Nobody has a key to the console yet|^\{"level":[1-4]\d,/.test(line),
    );
  return result;
}

function note(
  result: Attack,
  plan: Plan,
  { reply, isOwed, what }: { reply: Reply; isOwed: boolean; what: string },
): void {
  const { statuses, text } = reply;
  if (isOwed && statuses.length === 0) result.unanswered.push(what);
  if (statuses.length > 0 && !/\r\nx-request-id: /i.test(text)) result.withoutId.push(what);
  if (isOwed && statuses.some((status) => status >= 200 && status < 400)) result.accepted.add(nameOf(plan.recipe));
  if (!statuses.some((status) => status >= 500)) return;
  if (statuses.includes(503) && /\r\nretry-after: /i.test(text)) result.busy += 1;
  else result.errors.push(what);
}

/**
 * The growth of the memory from the end of the first half to the end of the second, in MiB: the medians of the last
 * tenths.
 */
function growth({ memory }: Attack): number {
  const tenth = Math.ceil(memory.length / 10);
  const half = Math.ceil(memory.length / 2);
  return median(memory.slice(-tenth)) - median(memory.slice(half - tenth, half));
}

/** What a process may hold more after the second half: garbage that is not collected yet, and larger tables. */
const MEMORY_BOUND = 32;
/** What 200 unread lists of addresses and 10,400 unread home pages may take. */
const UNREAD_BOUND = 64;
/** What a catalogue of 64 MB takes while it is read, and garbage. */
const ARCHIVES_BOUND = 256;
const SHOWN = 20;

/** The answers whose status begins with a digit. */
function countOf(counted: readonly (ReadonlyMap<number, number> | undefined)[], digit: number): number {
  const counts = counted.flatMap((statuses) => [...(statuses ?? [])]);
  return counts.reduce((sum, [status, count]) => sum + (Math.floor(status / 100) === digit ? count : 0), 0);
}

function reportOf(attacks: readonly Attack[], recipes: readonly string[]): Report {
  const all = [...new Set(recipes)];
  const missed = all.filter((name) => !attacks.some(({ accepted }) => accepted.has(name)));
  const routes = [...new Set(attacks.flatMap((one) => [...one.routes.keys()]))].toSorted();
  return {
    title: `${REQUESTS.toLocaleString('en')} hostile requests to each database, ${CLIENTS} at a time, seed ${SEED}`,
    goals: attacks.flatMap((one) => {
      const where = `, ${SERVER_NAMES[one.kind]}`;
      return [
        atMost(`server errors but 503 with Retry-After${where}`, one.errors.length, 0),
        atMost(`uncaught errors and alarms of the log${where}`, one.alarms.length, 0),
        atMost(`requests without an answer${where}`, one.unanswered.length, 0),
        atMost(`answers without X-Request-Id${where}`, one.withoutId.length, 0),
        atMost(`memory of the second half over the first${where}`, growth(one), MEMORY_BOUND, 'MiB'),
        atLeast(`order placed while 400 bodies stand still${where}`, one.silence.order === 201 ? 1 : 0, 1),
        atMost(`hostile archives that were taken${where}`, one.archives.taken.length, 0),
        atMost(`memory for hostile archives${where}`, one.archives.memory, ARCHIVES_BOUND, 'MiB'),
        atMost(`memory for answers that nobody reads${where}`, one.silence.unread, UNREAD_BOUND, 'MiB'),
        atLeast(
          `order placed afterwards, and exit status 0${where}`,
          one.order === 201 && one.exitStatus === 0 ? 1 : 0,
          1,
        ),
      ];
    }),
    tables: [
      {
        title: 'Answers by route, both databases',
        columns: ['route', '2xx', '3xx', '4xx', '5xx'],
        rows: routes.map((route) => {
          const counted = attacks.map((one) => one.routes.get(route));
          return [route, countOf(counted, 2), countOf(counted, 3), countOf(counted, 4), countOf(counted, 5)];
        }),
      },
      {
        title: 'Memory of the shop, MiB',
        columns: ['database', ...Array.from({ length: 10 }, (_, at) => `${at + 1}0 %`)],
        rows: attacks.map(({ kind, memory }) => [
          SERVER_NAMES[kind],
          ...Array.from({ length: 10 }, (_, at) =>
            Math.round(memory[Math.ceil(((at + 1) * memory.length) / 10) - 1] ?? 0),
          ),
        ]),
      },
      {
        title: 'What went wrong',
        columns: ['request'],
        rows: attacks
          .flatMap(({ errors, alarms, unanswered, withoutId, archives }) => [
            errors,
            alarms,
            unanswered,
            withoutId,
            archives.taken,
          ])
          .flatMap((lines) => lines.slice(0, SHOWN))
          .map((line) => [line.replaceAll(ROOT, '').slice(0, 300)]),
      },
    ],
    plot: {
      panels: SERVERS.map((kind) => ({
        title: `Memory of the shop, ${SERVER_NAMES[kind]}`,
        unit: 'MiB',
        bars: attacks
          .filter((one) => one.kind === kind)
          .flatMap(({ memory }) =>
            [1, 2, 3, 4].map((quarter) => ({
              label: `after ${(REQUESTS * quarter) / 4} requests`,
              value: memory[Math.ceil((quarter * memory.length) / 4) - 1] ?? 0,
            })),
          ),
      })),
    },
    notes: [
      `${all.length - missed.length} of ${all.length} kinds of requests were also accepted by the shop (2xx or 3xx). Not accepted: ${missed.join(', ') || 'none'}.`,
      `${attacks.reduce((total, { busy }) => total + busy, 0)} requests were refused with 503 and Retry-After, because the shop had too much to do.`,
      'A request that goes wrong is sent alone with FUZZ_ONLY=its number.',
    ],
  };
}
