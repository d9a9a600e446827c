/**
 * Whether an upgrade loses a request: deploy/switch, the step of deploy/upgrade that changes the running shop, behind
 * nginx while shoppers ask for pages and order; to a version that opens, and to some that do not, which have migrated the
 * shop's database before; and from 0.6.0 with its data. systemd is played by service-manager.ts.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
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
/** Of what takes long. */
const FEW = Math.ceil(ROUNDS / 5);
const CUSTOMERS = 8;
/** Requests a second, and the share that are orders. */
const RATE = 20;
const ORDERS = 0.2;
/** What nginx waits for an answer. */
const PATIENCE_MS = 60_000;

/** The last commit of 0.6.0. */
const OLD = 'ccde5951';

const HANGS = 'setInterval(() => {}, 1_000);\nawait new Promise(() => {});';
const MIGRATES = `
  import { openDatabase } from './db/connect.ts';
  import { readSettings } from './environment.ts';
  await openDatabase(readSettings());
`;
/** As the shop's, which would build anew where a migration is added. */
const OPENS = `
  import './production.ts';
  import { loadBuiltApp, openShop } from './main.ts';
  await openShop({ loadApp: loadBuiltApp });
`;
/** Versions, by what their server/start.ts is. */
const VERSIONS = {
  opens: OPENS,
  'ends at its start': 'process.exit(1);',
  'never opens': HANGS,
  'migrates and ends': `${MIGRATES}process.exit(1);`,
  'migrates and never opens': `${MIGRATES}${HANGS}`,
  'migrates and opens': OPENS,
  'from 0.6.0': null,
} as const;
type Version = keyof typeof VERSIONS;
const isOpening = (version: Version): boolean => version.endsWith('opens') && !version.endsWith('never opens');

interface Round extends OpenLoadResult {
  /** How long deploy/switch took, in ms. */
  ms: number;
  /** One line each. */
  wrong: string[];
}

export const bench: Bench = {
  name: 'upgrade',
  about: `${ROUNDS} upgrades under load, from 0.6.0 too, and some to versions that migrate and do not open`,
  async run(show) {
    const results: { kind: ServerKind; version: Version; rounds: Round[] }[] = [];
    for (const kind of SERVERS) {
      await withShopData(kind, (data) =>
        withMachine(data, 'opens', async (machine) => {
          for (const version of Object.keys(VERSIONS) as Version[]) {
            if (version === 'from 0.6.0') continue;
            const rounds: Round[] = [];
            const count = version.endsWith('never opens') ? FEW : ROUNDS;
            for (let round = 0; round < count; round += 1) {
              show(`${SERVER_NAMES[kind]}, ${version}`, round, count);
              rounds.push(await machine.upgrade(version, round));
            }
            results.push({ kind, version, rounds });
          }
        }),
      );
      const rounds: Round[] = [];
      for (let round = 0; round < FEW; round += 1) {
        show(`${SERVER_NAMES[kind]}, from 0.6.0`, round, FEW);
        await withShopData(kind, (data) =>
          withMachine(data, 'from 0.6.0', async (machine) => void rounds.push(await machine.upgrade('opens', round))),
        );
      }
      results.push({ kind, version: 'from 0.6.0', rounds });
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
            results
              .filter((one) => one.kind === kind && (isOpening(one.version) || one.version === 'from 0.6.0'))
              .flatMap(({ rounds }) => rounds),
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
      'A version with another migration first opens at an address that nginx does not ask; when it does not, the database of before goes back. After each round every order that was answered is looked for.',
      `Upgrades from 0.6.0 (${OLD}, with its own packages and build) begin with data that it has made.`,
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
}

/** A folder that stands for the machine, with a shop behind nginx. */
async function withMachine(
  { dataDir, env }: { dataDir: string; env: Record<string, string> },
  first: Version,
  work: (machine: Machine) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'sodai-machine-'));
  const port = await freePort();
  const nginx = await startNginx([port]);
  const settings = {
    NODE_ENV: 'production',
    RATE_LIMIT: 'off',
    NODE_COMPILE_CACHE: path.join(home, 'cache'),
    ...env,
    DATA_DIR: dataDir,
  };
  const manager = await startManager(home, { port, first, settings });
  try {
    const url = `http://localhost:${port}`;
    await isReady(url);
    const customers: Customer[] = [];
    while (customers.length < CUSTOMERS) customers.push(await registerCustomer(url));
    const next = await shoppers(port, url, customers);
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
        const status = await runSwitch(home, { nginx, folder, settings });
        const ms = performance.now() - before;
        over.abort();
        const result = await asked;
        const wrong = (status === 0) === isOpening(version) ? [] : [`deploy/switch ends with ${status}`];
        // Each that was sent was answered with 201, or it is lost.
        const there = (await Promise.all(customers.map((customer) => customer.orders()))).flat().length;
        if (there !== next.orders()) wrong.push(`${next.orders()} orders were sent, ${there} are there`);
        return { ...result, ms, wrong };
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

/** A version: this one, one with another server/start.ts or a migration more, or that of 0.6.0. */
async function release(home: string, version: Version, number: string): Promise<string> {
  const folder = path.join(home, `srv/sodai-releases/${version.replaceAll(' ', '-')}-${number}`);
  await mkdir(folder, { recursive: true });
  const start = VERSIONS[version];
  if (start === null) await cp(await builtOld(), folder, { recursive: true, verbatimSymlinks: true });
  else {
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    const names = ['package.json', 'base', 'build', 'cli', 'demo', 'deploy', 'domain', 'messages', 'public', 'server'];
    for (const name of names) await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, 'server/start.ts'), start);
  }
  // Those of the versions that opened are in the database.
  const migrations = version.startsWith('migrates') ? (isOpening(version) ? Number(number) : 0) : -1;
  for (let at = 0; at <= migrations; at += 1) {
    const file = `server/db/migrations/9${String(at).padStart(3, '0')}_trial.sql`;
    await writeFile(path.join(folder, file), `alter table orders add column trial_${at} integer not null default 0;`);
  }
  // The units name the machine's folders.
  const unit = path.join(folder, 'deploy/sodai@.service');
  await writeFile(unit, (await readFile(unit, 'utf8')).replaceAll('/srv/sodai', `${home}/srv/sodai`));
  return folder;
}

/** 0.6.0 as deploy/release builds it; made once, because that takes a minute. */
async function builtOld(): Promise<string> {
  // Not below node_modules, where tools of the build take a project for a package.
  const folder = path.join(tmpdir(), `sodai-${OLD}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  const script = 'git archive "$1" | tar -x -C "$2" && cd "$2" && npm ci && npm run build && npm prune --omit=dev';
  execFileSync('bash', ['-euo', 'pipefail', '-c', script, 'build', OLD, draft], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await rename(draft, folder);
  return folder;
}

/** Programs of the machine, played. */
const PLAYED: Record<string, string> = {
  nginx: 'exit 0',
  runuser: 'shift 3; exec "$@"',
  systemctl: `cd "$MACHINE/state"
exec 2>/dev/null
case "$1 $2" in
  daemon-reload*) ;;
  reload*) kill -HUP "$(cat "$MACHINE/run/nginx.pid")" ;;
  restart*) before=$(cat starts); kill -HUP "$(cat pid)"; while [ "$(cat starts)" = "$before" ]; do sleep 0.05; done ;;
  start*trial*)
    cd "$(sed -n 's/^WorkingDirectory=//p' "$MACHINE/run/systemd/system/sodai-trial@.service")"
    HOST=127.0.0.2 PORT=\${2#*@} $COMMAND </dev/null >>"$MACHINE/state/log" 2>&1 8>&- &
    echo $! >"$MACHINE/state/trial" ;;
  stop*trial*) kill "$(cat trial)"; while kill -0 "$(cat trial)"; do sleep 0.05; done; true ;;
  stop*) kill -USR2 "$(cat pid)"; while [ "$(cat held)" = 0 ]; do sleep 0.05; done ;;
  show*trial*) if kill -0 "$(cat trial)"; then echo 0; else echo 1; fi ;;
  show*) cat restarts ;;
  *) exit 1 ;;
esac`,
};

/** Starts the first version, with a socket that outlives it. */
async function startManager(
  home: string,
  { port, first, settings }: { port: number; first: Version; settings: Record<string, string> },
) {
  for (const folder of ['bin', 'run/systemd/system', 'state', 'srv', 'etc/systemd/system'])
    await mkdir(path.join(home, folder), { recursive: true });
  for (const [name, script] of Object.entries(PLAYED)) {
    await writeFile(path.join(home, 'bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(home, 'bin', name), 0o755);
  }
  await symlink(await release(home, first, 'first'), path.join(home, 'srv/sodai'));
  const unit = readServiceUnit(port);
  const state = path.join(home, 'state');
  const held = await holdSocket(port);
  const program = path.join(import.meta.dirname, 'service-manager.ts');
  const manager = spawn(process.execPath, [program, state, path.join(home, 'srv/sodai'), unit.command], {
    env: { PATH: process.env.PATH ?? '', ...settings, ...unit.env },
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
async function runSwitch(
  home: string,
  { nginx, folder, settings }: { nginx: Nginx; folder: string; settings: Record<string, string> },
): Promise<number> {
  const script = (await readFile(path.join(ROOT, 'deploy/switch'), 'utf8'))
    .replaceAll('/etc/nginx/conf.d/sodai.conf', path.join(nginx.home, 'sodai.conf'))
    .replaceAll('/run/nginx.pid', path.join(nginx.home, 'nginx.pid'))
    .replaceAll(/(?<![\w.}1])\/(?=(?:srv|etc|run)\/)/g, `${home}/`);
  await cp(path.join(nginx.home, 'nginx.pid'), path.join(home, 'run/nginx.pid'));
  const { command, env: own } = readServiceUnit(0);
  const PATH = `${home}/bin:${process.env.PATH}`;
  const env = { ...process.env, ...settings, ...own, COMMAND: command, MACHINE: home, PATH };
  return promisify(execFile)('bash', ['-c', script, 'switch', folder], { env }).then(
    () => 0,
    (error: { code?: number; stderr?: string }) => error.code ?? -1,
  );
}
