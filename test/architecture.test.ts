import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bordersCrossed } from './support/borders.ts';

const ROOT = `${import.meta.dirname}/..`;

function sources(): { path: string; text: string }[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => ({ path, text: readFileSync(`${ROOT}/${path}`, 'utf8') }));
}

test('no border between the rooms is crossed', () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(80);
  expect(bordersCrossed(files)).toEqual([]);
});

test.each([
  ['domain/cart.ts', "import { sql } from 'kysely';", 'domain/ is pure'],
  ['domain/cart.ts', "import { readFile } from 'node:fs/promises';", 'domain/ is pure'],
  ['server/orders/orders.ts', "import { cart } from '../../app/state/cart.ts';", 'server/ imports domain/'],
  ['app/routes/cart.tsx', "import { createOrders } from '../../server/orders/orders.ts';", 'app/ takes only types'],
  [
    'app/routes/cart.tsx',
    "const { createOrders } = await import('../../server/orders/orders.ts');",
    'app/ takes only types',
  ],
  ['app/components/tile.tsx', "import Home from '../routes/home.tsx';", 'components/ know no route'],
  ['app/state/cart.ts', "import { Tile } from '../components/tile.tsx';", 'state/ knows no screen'],
  ['app/routes/cart.tsx', "export { loader } from './checkout.tsx';", 'A route knows no other route'],
  ['cli/shop.ts', "import { cart } from '../app/state/cart.ts';", 'clients of the running shop'],
  ['server/accounts/profile.ts', "import { betterAuth } from 'better-auth';", 'identity library'],
  ['app/context.ts', "import { sql } from 'kysely';", 'SQL lives in'],
  ['server/orders/orders.ts', 'const port = process.env.PORT;', 'server/settings.ts does'],
  ['server/mail/mail.tsx', 'export {};', 'Only app/ renders'],
  ['server/a/b/c/d.ts', 'export {};', 'more than two folders'],
  ['app/utils.ts', 'export {};', 'says nothing'],
])('%s with %s is told how to mend it', (path, text, mend) => {
  expect(bordersCrossed([{ path, text }]).join('\n')).toContain(mend);
});

test.each([
  ['app/context.ts', "import type { Services } from '../server/services.ts';"],
  ['app/routes/cart.tsx', "import type { Route } from './+types/cart';"],
  ['server/app.ts', "import { servicesContext } from '../app/context.ts';"],
  ['server/settings.ts', 'parse(process.env);'],
])('%s with %s is fine', (path, text) => {
  expect(bordersCrossed([{ path, text }])).toEqual([]);
});
