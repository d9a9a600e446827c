import { readFileSync } from 'node:fs';
import { type RequestListener, type Server, createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../test/support/listen.ts';
import { runShop } from './program.ts';

const TOKEN = 'a-token-of-more-than-16';
const PROBLEM = { 'Content-Type': 'application/problem+json' };
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** Starts a server and returns its address. */
async function open(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Expects a failure with one clear line, and nothing on standard output. */
function expectRefusal(
  { status, out, err }: Awaited<ReturnType<typeof run>>,
  expected: number,
  reason: RegExp | string,
) {
  expect({ status, out }).toEqual({ status: expected, out: '' });
  expect(err).toMatch(reason);
  expect(err).toMatch(/^shop: [^\n]*\n$/);
}

/** Runs a command line and returns its output and exit status. */
async function run(line: string, environment: Record<string, string> = {}) {
  const said = { out: '', err: '' };
  const status = await runShop(line.split(' ').filter(Boolean), {
    stdout: { write: (text) => void (said.out += text) },
    stderr: { write: (text) => void (said.err += text) },
    environment: { OPERATOR_TOKEN: TOKEN, SHOP_URL: 'http://127.0.0.1:9', ...environment },
    directory: '/nowhere',
  });
  return { status, ...said };
}

test.each(['--help', 'help', '-h', 'products --help', 'help orders', 'accounts purge --help', 'help products import'])(
  'prints the help: %s',
  async (line) => {
    const { status, out, err } = await run(line);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^Usage: npm run shop -- /);
    expect(out).toContain('Examples:');
  },
);

test('every command of operations, "The command line", is in the help', async () => {
  const documented = readFileSync(`${import.meta.dirname}/../docs/operations.md`, 'utf8');
  const [, table = ''] = documented.split('| command ');
  const cells = table.split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  const commands = cells.flatMap((line) => line.split(' | ', 1)[0]?.match(/(?<=`)[a-z]+(?: [a-z-]+)?(?=[ `])/g) ?? []);
  expect(commands).toContain('orders give-back');
  const { out } = await run('--help');
  for (const command of commands) expect(out).toContain(command);
});

test.each(['', 'products'])('%j alone shows the help and is bad usage', async (line) => {
  const { status, out, err } = await run(line);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(/^Usage: /);
});

test.each([
  ['product list', 'there is no command product'],
  ['products list', 'there is no command products list; the commands are products import'],
  ['products import', 'products import: an argument is missing; usage: products import FILE'],
  ['products import a b', 'products import: the argument b is one too many'],
  ['products import a --dryrun', "products import: unknown option '--dryrun'"],
  ['products export --format xml', '--format must be csv or json'],
  ['products export --format', "products export: option '--format <csv|json>' argument missing"],
  ['products set rui', 'an argument is missing'],
  ['products set rui price', 'price is not FIELD=VALUE'],
  ['products set rui colour=red', 'there is no field colour; the fields are name, image'],
  ['products set rui price=1 price=2', 'price is given twice'],
  ['products set RUI! price=1', 'RUI! is not a product id'],
  ['products remove ../rui', '../rui is not a product id'],
  ['orders list --status shipped', '--status must be one of pending, delivered, canceled'],
  ['orders list --since soon', '--since must be a date such as 2026-11-21, not soon'],
  ['orders list --limit all', '--limit must be a whole number from 1, not all'],
  ['accounts list --limit 0', '--limit must be a whole number from 1, not 0'],
  ['orders set-back k3x9qa', 'orders set-back: --reason is missing'],
  ['orders stage k3x9qa', 'orders stage: an argument is missing; usage: orders stage ID STAGE'],
  ['orders show abc', 'abc is not an order id'],
  ['accounts role rahim user', 'rahim is not an e-mail address'],
  ['accounts role r@example.com Admin!', 'Admin! is not a role'],
  ['operators invite rahim', 'rahim is not an e-mail address'],
  ['operators invite r@example.com --role king', '--role must be packer, not king'],
  ['cash --day soon', '--day must be a day such as 2026-11-21, not soon'],
  ['operators remove', 'operators remove: an argument is missing; usage: operators remove EMAIL'],
  ['accounts purge --older-than soon', '--older-than must be a number of days or hours such as 30d or 12h, not soon'],
])('%j is bad usage', async (line, reason) => {
  expectRefusal(await run(line), 2, reason);
});

test('an option that npm consumed is reported, not ignored', async () => {
  const { status, err } = await run('products import a.csv', { npm_config_dry_run: 'true' });
  expect(status).toBe(2);
  expect(err).toContain('npm took --dry-run as its own option: write -- before the command');
  // The value of the option that npm took is left.
  expect((await run('orders list 1', { npm_config_limit: '1' })).err).toContain('npm took --limit as its own option');
});

test('a shop that is not running is reported in one clear line', async () => {
  const url = await open(() => {});
  await new Promise((resolve) => {
    server?.close(resolve);
  });
  const reason = `no shop is running at ${url}: start it with npm start, or set SHOP_URL\n`;
  expectRefusal(await run('orders list', { SHOP_URL: url }), 1, reason);
});

test.each([
  ['orders list', { SHOP_URL: 'http://no-such-machine.invalid' }, /no machine has the name in/],
  ['products import nothing.csv', {}, /there is no file nothing\.csv/],
])('%j fails with one clear line', async (line, environment, reason) => {
  expectRefusal(await run(line, environment), 1, reason);
});

test.each<[string, RequestListener, RegExp]>([
  ['another server', (_, res) => res.end('<html>'), /the answer of .* cannot be read/],
  [
    'a server without the API',
    (_, res) => res.writeHead(404).end('none'),
    /status 404 at .* is not a working Sodai shop/,
  ],
  ['another API', (_, res) => res.end('{"orders": 7}'), /the answer of .* cannot be read/],
  [
    'a redirect',
    (_, res) => res.writeHead(301, { Location: 'https://shop.example/x' }).end(),
    /redirects to https:\/\/shop\.example: set SHOP_URL to that address/,
  ],
  [
    'a shop that is opening',
    (_, res) => res.writeHead(503, PROBLEM).end('{"detail": "The shop is opening."}'),
    /^shop: The shop is opening\.\n$/,
  ],
  [
    'a shop with another token',
    (_, res) => res.writeHead(401, PROBLEM).end('{"detail": "No."}'),
    /does not accept the token in OPERATOR_TOKEN/,
  ],
  ['a connection that breaks off', (req) => req.socket.destroy(), /cannot be reached/],
])('%s is reported in one clear line', async (_, listener, reason) => {
  expectRefusal(await run('orders list', { SHOP_URL: await open(listener) }), 1, reason);
});

test('an interrupted export writes nothing', async () => {
  const url = await open((_, res) => {
    res.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    const row = { id: 'rui', name: 'Rui', image: '', weight: '1', unit: 'kg', price: 1, discount: '0', status: 'top' };
    res.write(`${JSON.stringify({ ...row, category: 'fish' })}\n`, () => res.destroy());
  });
  expectRefusal(await run('products export', { SHOP_URL: url }), 1, /the connection to .* was lost/);
});

test('an interrupted purge reports how many accounts it deleted', async () => {
  const times = { joinedAt: '2026-11-21T00:00:00.000Z', deletionRequestedAt: '2026-11-21T00:00:00.000Z' };
  const facts = { role: 'user', orders: 0, pendingOrders: 0, blocked: false, ...times };
  const account = (id: string) => ({ id, email: `${id}@example.com`, name: id, ...facts });
  const url = await open((req, res) => {
    if (req.method === 'GET') res.end(JSON.stringify({ accounts: [account('rahim'), account('karim')], next: null }));
    else if (req.url?.includes('rahim')) res.end(JSON.stringify({ account: account('rahim') }));
    else req.socket.destroy();
  });
  const reason = /the shop at .* cannot be reached: .*; 1 account was deleted before that\n$/;
  expectRefusal(await run('accounts purge', { SHOP_URL: url }), 1, reason);
});
