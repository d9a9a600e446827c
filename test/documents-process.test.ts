/**
 * The commands of README.md and docs/operations.md, run in their order as they stand there, in a folder that stands for
 * the machine. What only an empty Debian can do (packages, users, systemd, certificates) is played by the programs in
 * `PLAYED`.
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, readdir, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolders } from './support/folders.ts';
import { freePort } from './support/free-port.ts';
import { copyMigratedDatabase } from './support/migrated-database.ts';
import { type PostgresServer, onServer, startPostgres } from './support/postgres-server.ts';
import { readServiceUnit } from './support/service-unit.ts';

const ROOT = path.join(import.meta.dirname, '..');
const newFolder = temporaryFolders();

interface Block {
  language: string;
  text: string;
}

function blocksOf(document: string): Block[] {
  return [...document.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', text = '']) => ({
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** Blocks by their beginnings, in the order in which they are run. */
const ORDER = [
  'apt-get update',
  'cd /srv/sodai && sudo -u sodai npm run shop -- operators invite',
  'npm ci && npm start',
  'npm run shop -- operators invite',
  'cd /srv/sodai && sudo -u sodai npm run shop -- backup',
  '15 3 * * *',
  'cd /srv/sodai\ntry()',
  "systemctl stop 'sodai@*' && mv",
  '/srv/sodai/deploy/upgrade',
  'apt-get install -y --no-install-recommends postgresql',
  'cd /srv/sodai\nsudo -u sodai npm run shop -- backup',
  'docker compose exec -T shop',
  'cd sodai && deploy/restore',
];

/** Blocks that are not run here, and why. */
const NOT_RUN: Record<string, string> = {
  'git clone REPOSITORY sodai': 'needs the images: .github/workflows/test.yml runs compose.yaml',
  'docker compose down': 'needs the images and volumes',
  '# On the primary:': 'needs two servers: test/failover-process.test.ts',
  'apt-get install -y --no-install-recommends pgbackrest':
    'needs pgBackRest and a server of Debian; the text says how it was tried',
  'sudo -u postgres find': 'needs them too',
};

/** Programs of the machine, played in the folder `$MACHINE`. Each other program must exist. */
const PLAYED: Record<string, string> = {
  ...Object.fromEntries(['apt-get', 'chown', 'useradd', 'ufw', 'certbot', 'nginx'].map((name) => [name, 'exit 0'])),
  // Everybody is the one user of this test.
  sudo: '[ "$1" = -u ] && shift 2; exec env "$@"',
  install: `words=; while [ $# -gt 0 ]; do case $1 in -o | -g) shift 2 ;; *) words="$words '$1'"; shift ;; esac; done; eval "exec /usr/bin/install $words"`,
  // A clone is this project, with the scripts and units of deploy/ for the machine's folders and ports.
  git: `while :; do case $1 in -C) shift 2 ;; *) break ;; esac; done
    case $1 in
    clone)
      shift; [ "$1" != --quiet ] || shift
      mkdir -p "$2/deploy"
      for entry in "$ROOT"/*; do case $entry in */data | */deploy) ;; *) ln -s "$entry" "$2/" ;; esac; done
      for file in "$ROOT"/deploy/*; do
        sed -E "s#(^|[^A-Za-z0-9_.}])/(srv|etc|var|run)/#\\1$MACHINE/\\2/#g; s/3000/$PORT/g; s/3999/$TRY_PORT/g" "$file" >"$2/deploy/\${file##*/}"
        [ ! -x "$file" ] || chmod +x "$2/deploy/\${file##*/}"
      done ;;
    rev-parse) cat $MACHINE/commit ;;
    remote) [ "$2" = set-url ] || echo $MACHINE/root/sodai ;;
    checkout) ;;
    *) exit 1 ;;
    esac`,
  npm: `case "$1 $2" in
    ci\\ | 'run build' | 'prune --omit=dev' | 'install --global') exit 0 ;;
    'start ') systemctl play && systemctl unplay ;;
    'run shop' | 'run --silent')
      while [ $1 != -- ]; do shift; done; shift; INIT_CWD=$PWD exec $SHOP_SCRIPT "$@" ;;
    *) exit 1 ;;
    esac`,
  systemctl: `case "$*" in
    "start sodai@3000" | "enable --now sodai@$PORT") cd $MACHINE/srv/sodai; systemctl play ;;
    "restart sodai@$PORT") systemctl unplay; systemctl "start sodai@3000" ;;
    play)
      shop=$MACHINE/shop-$PORT; : >$shop.log; rm -f $shop.ended
      { sh -c 'echo $$ >$0.pid; exec $SHOP_COMMAND' $shop >>$shop.log 2>&1 </dev/null; echo $? >$shop.ended; } >/dev/null 2>&1 &
      until grep -q 'is open at' $shop.log; do [ ! -e $shop.ended ] || { cat $shop.log >&2; exit 1; }; sleep 0.05; done ;;
    "stop sodai@*" | unplay)
      shop=$MACHINE/shop-$PORT; kill $(cat $shop.pid); until [ -s $shop.ended ]; do sleep 0.05; done; read -r status <$shop.ended; exit $status ;;
    'stop sodai-try') kill $(cat $MACHINE/try.pid); while kill -0 $(cat $MACHINE/try.pid) 2>/dev/null; do sleep 0.05; done ;;
    'show '*) echo 0 ;;
    'reload nginx' | daemon-reload | 'is-active --quiet sodai-try') ;;
    *) echo "no such unit: $*" >&2; exit 1 ;;
    esac`,
  'systemd-run': `while :; do case $1 in --setenv=*) export "\${1#*=}" ;; --working-directory=*) cd "\${1#*=}" ;; --*) ;; *) break ;; esac; shift; done
    "$@" >/dev/null 2>&1 </dev/null & echo $! >$MACHINE/try.pid`,
  // Beside other tests it would be given next to nothing.
  nice: 'exec "$@"',
  // Not every machine has these.
  curl: `for url; do :; done; exec node -e "const { ok } = await fetch('$url'); process.exit(ok ? 0 : 22)"`,
  pgrep: 'exit 1',
  psql: 'exec node "$MACHINE/psql.ts" "$@"',
  docker: `case "$1 $2 $3 $4 $5" in
    'compose exec -T shop sh') shift 4; cd $MACHINE/srv/sodai; exec env DATA_DIR=$MACHINE/var/lib/sodai "$@" ;;
    *) exit 1 ;;
    esac`,
};

const PSQL = `import { Client } from '${ROOT}/node_modules/pg/esm/index.mjs';
const client = new Client({ connectionString: process.env.POSTGRES });
await client.connect();
for (const [at, word] of process.argv.entries()) if (word === '-c') await client.query(process.argv[at + 1]);
await client.end();
`;

let machine: string;
let postgres: PostgresServer;
let env: Record<string, string>;
const blocks: Block[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  for (const name of ['README.md', 'docs/operations.md']) {
    blocks.push(...blocksOf(await readFile(path.join(ROOT, name), 'utf8')));
  }
  await newMachine();
  await copyMigratedDatabase(path.join(machine, 'var/lib/sodai'));
});

/** From now on commands are run on this one. */
async function newMachine(): Promise<void> {
  machine = await newFolder();
  const folders = 'bin root/pictures run srv etc/systemd/system etc/nginx/conf.d etc/nginx/sites-enabled';
  for (const folder of [...folders.split(' '), 'var/lib/sodai', 'var/backups'])
    await mkdir(path.join(machine, folder), { recursive: true });
  for (const [name, script] of Object.entries(PLAYED)) {
    await writeFile(path.join(machine, 'bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(machine, 'bin', name), 0o755);
  }
  await writeFile(path.join(machine, 'psql.ts'), PSQL);
  await writeFile(path.join(machine, 'commit'), 'first');
  await writeFile(path.join(machine, 'etc/nginx/sites-enabled/default'), '');
  await writeFile(path.join(machine, 'etc/nginx/nginx.conf'), 'events {\n  worker_connections 768;\n}\n');
  // What README.md imports is the example of operations.md.
  const example = blocks.find(({ language }) => language === 'csv')?.text ?? '';
  await writeFile(path.join(machine, 'root/my-catalogue.csv'), example);
  const [picture = ''] = globSync('demo/pictures/*.webp', { cwd: ROOT });
  await copyFile(path.join(ROOT, picture), path.join(machine, 'root/pictures/rui.jpg'));
  const { scripts }: { scripts: { shop: string } } = JSON.parse(
    await readFile(path.join(ROOT, 'package.json'), 'utf8'),
  );
  const port = await freePort();
  env = {
    PATH: `${machine}/bin:${ROOT}/node_modules/.bin:${process.env.PATH}`,
    HOME: `${machine}/root`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    MACHINE: machine,
    ROOT,
    POSTGRES: postgres.url,
    PORT: String(port),
    TRY_PORT: String(await freePort()),
    // The backup of the night has tests of its own.
    BACKUP_URL: '',
    SHOP_COMMAND: readServiceUnit(port).command,
    // Starting npm itself takes as long as the command.
    SHOP_SCRIPT: scripts.shop,
  };
}

afterAll(async () => {
  await run("systemctl stop 'sodai@*'").catch(() => {});
  await postgres.stop();
});

/** Runs it as root does in a shell that ends at the first failure. @throws with what it wrote. */
async function run(text: string): Promise<string> {
  const mapped = text
    .replaceAll(/(?<![\w.])\/(?=(?:srv|etc|var)\/)/g, `${machine}/`)
    .replaceAll('127.0.0.1:5432', new URL(postgres.url).host)
    .replaceAll('3999', env.TRY_PORT ?? '');
  const shell = ['--norc', '-euo', 'pipefail', '-c', mapped];
  const { stdout } = await promisify(execFile)('bash', shell, { cwd: path.join(machine, 'root'), env });
  return stdout;
}

/** The commands of a crontab, as cron gives them to a shell. */
function cronCommands(text: string): string {
  const jobs = [...text.matchAll(/^(?:\S+ ){5}sodai (.+)$/gm)].map(([, command = '']) =>
    command.replaceAll(String.raw`\%`, '%'),
  );
  expect(jobs).toHaveLength(1);
  return jobs.join('\n');
}

test('each block of commands is run here, or says why not', () => {
  const commands = blocks.filter(
    ({ language, text }) => language === 'sh' || (language === '' && text.includes('* * *')),
  );
  const known = [...ORDER, ...Object.keys(NOT_RUN)];
  expect(commands.map(({ text }) => known.filter((beginning) => text.startsWith(beginning)).length || text)).toEqual(
    commands.map(() => 1),
  );
  expect(commands).toHaveLength(known.length);
});

test('the commands work as they stand there: an empty machine becomes a shop, which is backed up, restored, upgraded and moved', async () => {
  for (const beginning of ORDER.slice(0, -1)) {
    const { language = '', text = '' } = blocks.find((block) => block.text.startsWith(beginning)) ?? {};
    // README.md's are for a laptop.
    const place = text.startsWith('npm run shop')
      ? `cp -r my-catalogue.csv pictures ${machine}/srv/sodai; cd ${machine}/srv/sodai\n`
      : '';
    const commands = language === '' ? cronCommands(text) : text.replaceAll('npm ci && npm start', 'npm ci');
    if (beginning === '/srv/sodai/deploy/upgrade') await writeFile(path.join(machine, 'commit'), 'second');
    await expect(run(place + commands), text).resolves.toBeDefined();
  }
  expect(await readlink(path.join(machine, 'srv/sodai'))).toBe(path.join(machine, 'srv/sodai-releases/second'));
  const files = await readdir(path.join(machine, 'var/backups/sodai'));
  expect(files.toSorted()).toEqual(['before-upgrade.backup', 'move.backup', 'sodai-2026-11-21.backup']);
  const copied = globSync('sodai-????-??-??.backup', { cwd: path.join(machine, 'root') });
  expect(copied, 'out of the container').toHaveLength(1);
  const moved = postgres.url.replace(/\/\w+$/, '/sodai');
  expect(await onServer(moved, 'select email from invitations')).toEqual([{ email: 'you@example.com' }]);
  expect(await onServer(moved, "select rolsuper from pg_roles where rolname = 'sodai'")).toEqual([{ rolsuper: false }]);
});

test('an empty machine becomes the shop of a backup, and one that has a shop does not', async () => {
  const backup = path.join(machine, 'var/backups/sodai/sodai-2026-11-21.backup');
  const { text = '' } = blocks.find((block) => block.text.startsWith('cd sodai && deploy/restore')) ?? {};
  const commands = text.replace('BACKUP', backup);
  await expect(run(commands)).rejects.toThrow('This machine has a shop');
  await run("systemctl stop 'sodai@*'");
  await newMachine();
  // Without a certificate it ends, and goes on with the next try.
  await run('git clone REPOSITORY sodai; echo exit 1 >../bin/certbot');
  await expect(run(commands)).rejects.toThrow('Command failed');
  await run("echo exit 0 >../bin/certbot; systemctl stop 'sodai@*'");
  const said = await run(commands);
  expect(said).toMatch(/\nRestored the backup of [^\n]+: 0 orders, 0 accounts, 0 products\.\n/);
  expect(said).toContain('It is open at https://shop.example.');
  expect(await readdir(path.join(machine, 'var/backups/sodai'))).toEqual([]);
});

test('a database of compose.yaml has a role for the shop that is no superuser, and a superuser without a password', async () => {
  const script = await readFile(path.join(ROOT, 'deploy/database.sh'), 'utf8');
  const [, statements = ''] = /<<'SQL'\n([\s\S]+)^SQL$/m.exec(script) ?? [];
  const server = await startPostgres();
  try {
    await onServer(server.url, "alter role postgres password 'PASSWORD'");
    for (const statement of statements
      .replaceAll(/^--.*\n/gm, '')
      .split(';\n')
      .filter(Boolean))
      await onServer(server.url, statement.replace(":'password'", "'PASSWORD'"));
    const roles =
      "select rolname, rolsuper, rolpassword is null as free from pg_authid where rolname in ('postgres', 'sodai') order by 1";
    expect(await onServer(server.url, roles)).toEqual([
      { rolname: 'postgres', rolsuper: true, free: true },
      { rolname: 'sodai', rolsuper: false, free: false },
    ]);
    const owner = 'select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()';
    expect(await onServer(server.url.replace(/\/\w+$/, '/sodai'), owner)).toEqual([{ owner: 'sodai' }]);
  } finally {
    await server.stop();
  }
});
