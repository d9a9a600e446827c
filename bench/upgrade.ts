/**
 * Whether an upgrade loses a request: deploy/switch, the step of deploy/upgrade that changes the running shop, behind
 * nginx while shoppers ask for pages and order; to a version that opens, and to some that do not. systemd is played by
 * service-manager.ts.
 */
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Customer, registerCustomer } from '../test/support/customer.ts';
import { type Nginx, startNginx } from '../test/support/nginx.ts';
import { holdSocket } from '../test/support/held-socket.ts';
import { freePort } from '../test/support/free-port.ts';
import { readServiceUnit } from '../test/support/service-unit.ts';
import { createBrowsing, createDraw } from './browsing.ts';
import { requestBytes } from './connection.ts';
import { type OpenLoadResult, runOpenLoad } from './open-load.ts';
import { orderOf, someProducts } from './ordering.ts';
import { atMost, type Bench, median, rounded } from './report.ts';
import { SERVER_NAMES, SERVERS, type ServerKind, withShopData } from './shop.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Of each kind; fewer only to try it. */
const ROUNDS = Number(process.env.UPGRADE_ROUNDS ?? 10);
const CUSTOMERS = 8;
/** Requests a second, and the share that are orders. */
const RATE = 20;
const ORDERS = 0.2;
/** What nginx waits for an answer. */
const PATIENCE_MS = 60_000;

/** Versions, by what their server/start.ts is; that of the first one is the shop's. */
const VERSIONS = {
  opens: '',
  'ends at its start': 'process.exit(1);',
  'never opens': 'setInterval(() => {}, 1_000);\nawait new Promise(() => {});',
} as const;
type Version = keyof typeof VERSIONS;

interface Round extends OpenLoadResult {
  /** How long deploy/switch took, in ms. */
  ms: number;
  /** One line each. */
  wrong: string[];
}

export const bench: Bench = {
  name: 'upgrade',
  about: `${ROUNDS} upgrades under load, and some to versions that do not open`,
  async run(show) {
    const results: { kind: ServerKind; version: Version; rounds: Round[] }[] = [];
    for (const kind of SERVERS) {
      await withShopData(kind, (data) =>
        withMachine(data, async (machine) => {
          for (const version of Object.keys(VERSIONS) as Version[]) {
            const rounds: Round[] = [];
            const count = version === 'never opens' ? Math.ceil(ROUNDS / 5) : ROUNDS;
            for (let round = 0; round < count; round += 1) {
              show(`${SERVER_NAMES[kind]}, ${version}`, round, count);
              rounds.push(await machine.upgrade(version, round));
            }
            results.push({ kind, version, rounds });
          }
          const faults = await machine.ordersThatDiffer();
          results
            .at(-1)
            ?.rounds.at(-1)
            ?.wrong.push(...faults);
        }),
      );
    }
    return reportOf(results);
  },
};

function reportOf(results: readonly { kind: ServerKind; version: Version; rounds: readonly Round[] }[]) {
  const all = results.flatMap(({ rounds }) => rounds);
  const lost = (rounds: readonly Round[]): number => rounds.reduce((sum, { sent, served }) => sum + sent - served, 0);
  const longest = (rounds: readonly Round[]): number => Math.max(...rounds.map((round) => round.longest));
  return {
    title: `Upgrades under load, ${ROUNDS} rounds`,
    goals: [
      atMost('requests lost: not answered with 200 or 201', lost(all), 0),
      atMost(
        'upgrades with another end than they should, and orders that differ from their answers',
        all.flatMap(({ wrong }) => wrong).length,
        0,
      ),
      ...SERVERS.map((kind) =>
        atMost(
          `longest wait, a version that opens, ${SERVER_NAMES[kind]}`,
          longest(
            results.filter((one) => one.kind === kind && one.version === 'opens').flatMap(({ rounds }) => rounds),
          ) / 1000,
          10,
          's',
        ),
      ),
    ],
    tables: [
      {
        title: `${RATE} requests a second by nginx and TLS, each on a connection of its own, every ${1 / ORDERS}th an order`,
        columns: [
          'server',
          'the new version',
          'requests',
          'lost',
          'the switch, s',
          'longest wait p50, s',
          'longest, s',
          'faults',
        ],
        rows: results.map(({ kind, version, rounds }) => [
          SERVER_NAMES[kind],
          version,
          rounds.reduce((sum, { sent }) => sum + sent, 0),
          lost(rounds),
          rounded(median(rounds.map(({ ms }) => ms)) / 1000),
          rounded(median(rounds.map((round) => round.longest)) / 1000),
          rounded(longest(rounds) / 1000),
          [...new Set(rounds.flatMap(({ faults, wrong }) => [...Object.keys(faults), ...wrong]))].join('; '),
        ]),
      },
    ],
    notes: [
      'What runs is deploy/switch with nginx; systemd is played by bench/service-manager.ts, which holds the socket as sodai@.socket does. test/try-deploy tries all with systemd.',
      'A version that never opens is given 30 s; its requests wait for the old one. deploy/upgrade finds such versions before, on a copy of the shop.',
    ],
    plot: {
      panels: [
        {
          title: 'Longest wait during an upgrade',
          unit: 's',
          bars: results.map(({ kind, version, rounds }) => ({
            label: `${version}, ${SERVER_NAMES[kind]}`,
            value: longest(rounds) / 1000,
          })),
        },
      ],
    },
  };
}

interface Machine {
  upgrade(version: Version, round: number): Promise<Round>;
  ordersThatDiffer(): Promise<string[]>;
}

/** A folder that stands for the machine, with a shop behind nginx. */
async function withMachine(
  { dataDir, env }: { dataDir: string; env: Record<string, string> },
  work: (machine: Machine) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'sodai-machine-'));
  const port = await freePort();
  const nginx = await startNginx([port]);
  const manager = await startManager(home, port, { ...env, DATA_DIR: dataDir });
  try {
    const url = `http://localhost:${port}`;
    await isReady(url);
    const customers: Customer[] = [];
    while (customers.length < CUSTOMERS) customers.push(await registerCustomer(url));
    const next = await shoppers(port, url, customers);
    let ordered = 0;
    await work({
      async upgrade(version, round) {
        const folder = await release(home, version, String(round));
        const over = new AbortController();
        const asked = runOpenLoad({
          port: nginx.https,
          certificate: nginx.certificate,
          alone: true,
          patienceMs: PATIENCE_MS,
          rate: RATE,
          ms: 300_000,
          signal: over.signal,
          next: next.request,
        });
        const before = performance.now();
        const status = await runSwitch(home, nginx, folder);
        const ms = performance.now() - before;
        over.abort();
        const result = await asked;
        ordered = next.orders();
        const wrong = (status === 0) === (version === 'opens') ? [] : [`deploy/switch ends with ${status}`];
        return { ...result, ms, wrong };
      },
      async ordersThatDiffer() {
        const there = await Promise.all(customers.map((customer) => customer.orders()));
        const count = there.flat().length;
        return count === ordered ? [] : [`${ordered} orders were sent, ${count} are there`];
      },
    });
  } finally {
    manager.kill('SIGTERM');
    await once(manager, 'exit');
    await nginx.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function shoppers(port: number, url: string, customers: readonly Customer[]) {
  const order = orderOf(await someProducts(port));
  const browse = createBrowsing(1);
  const draw = createDraw(2);
  let orders = 0;
  return {
    orders: () => orders,
    request(): Buffer {
      if (draw() >= ORDERS) return browse();
      const { cookie = '' } = customers[orders % customers.length] ?? {};
      orders += 1;
      const headers = { Origin: url, Cookie: cookie };
      return requestBytes('/api/orders', { method: 'POST', headers, json: { ...order, idempotencyKey: randomUUID() } });
    },
  };
}

/** A version: this one, or one with another server/start.ts. */
async function release(home: string, version: Version, number: string): Promise<string> {
  const folder = path.join(home, `srv/sodai-releases/${version.replaceAll(' ', '-')}-${number}`);
  await mkdir(path.join(folder, 'server'), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await cp(path.join(ROOT, 'deploy'), path.join(folder, 'deploy'), { recursive: true });
  await cp(path.join(ROOT, 'server/db/migrations'), path.join(folder, 'server/db/migrations'), { recursive: true });
  const start = path.join(folder, 'server/start.ts');
  if (version === 'opens') await symlink(path.join(ROOT, 'server/start.ts'), start);
  else await writeFile(start, VERSIONS[version]);
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** Programs of the machine, played. */
const PLAYED: Record<string, string> = {
  nginx: 'exit 0',
  systemctl: `cd "$MACHINE/state"
case $1 in
  daemon-reload) ;;
  reload) kill -HUP "$(cat "$MACHINE/run/nginx.pid")" ;;
  restart) before=$(cat starts); kill -HUP "$(cat pid)"; while [ "$(cat starts)" = "$before" ]; do sleep 0.05; done ;;
  show) cat restarts ;;
  *) exit 1 ;;
esac`,
};

/** Starts the first version, with a socket that outlives it. */
async function startManager(home: string, port: number, env: Record<string, string>) {
  for (const folder of ['bin', 'run', 'state', 'srv', 'etc/systemd/system'])
    await mkdir(path.join(home, folder), { recursive: true });
  for (const [name, script] of Object.entries(PLAYED)) {
    await writeFile(path.join(home, 'bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(home, 'bin', name), 0o755);
  }
  await symlink(await release(home, 'opens', 'first'), path.join(home, 'srv/sodai'));
  const unit = readServiceUnit(port);
  const state = path.join(home, 'state');
  const held = await holdSocket(port);
  const program = path.join(import.meta.dirname, 'service-manager.ts');
  const manager = spawn(process.execPath, [program, state, path.join(home, 'srv/sodai'), unit.command], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      RATE_LIMIT: 'off',
      NODE_COMPILE_CACHE: path.join(home, 'cache'),
      ...env,
      ...unit.env,
    },
    stdio: ['ignore', 'ignore', 'ignore', held.fd],
  });
  held.close();
  await writeFile(path.join(state, 'pid'), String(manager.pid));
  return manager;
}

async function isReady(url: string): Promise<void> {
  // It waits in the socket until the shop has opened.
  const { status } = await fetch(`${url}/readyz`);
  if (status !== 200) throw new Error(`the shop answers ${status}`);
}

/** deploy/switch on that machine; returns its exit status. */
async function runSwitch(home: string, nginx: Nginx, folder: string): Promise<number> {
  const script = (await readFile(path.join(ROOT, 'deploy/switch'), 'utf8'))
    .replaceAll('/etc/nginx/conf.d/sodai.conf', path.join(nginx.home, 'sodai.conf'))
    .replaceAll('/run/nginx.pid', path.join(nginx.home, 'nginx.pid'))
    .replaceAll(/(?<![\w.}1])\/(?=(?:srv|etc)\/)/g, `${home}/`);
  await cp(path.join(nginx.home, 'nginx.pid'), path.join(home, 'run/nginx.pid'));
  const env = { ...process.env, MACHINE: home, PATH: `${home}/bin:${process.env.PATH}` };
  return promisify(execFile)('bash', ['-c', script, 'switch', folder], { env }).then(
    () => 0,
    (error: { code?: number; stderr?: string }) => error.code ?? -1,
  );
}
