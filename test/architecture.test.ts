import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findViolations } from './support/import-rules.ts';
import { sourceFiles } from './support/source-files.ts';

const ROOT = `${import.meta.dirname}/..`;
const { dependencies, devDependencies } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
const DECLARED = Object.keys({ ...dependencies, ...devDependencies });

function sources(): { path: string; text: string }[] {
  return sourceFiles()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(`${ROOT}/${path}`, 'utf8') }));
}

test('no import breaks the rules of docs/architecture.md', () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(80);
  expect(findViolations(files, DECLARED)).toEqual([]);
});

test('no folder has more than 20 files, without tests', () => {
  const files = sources().filter(
    ({ path }) => /^(?:app|base|cli|domain|messages|server)\//.test(path) && !/\.test\./.test(path),
  );
  const folders = Object.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  const large = Object.keys(folders).filter((folder) => (folders[folder]?.length ?? 0) > 20);
  expect(files.length).toBeGreaterThan(400);
  expect(large).toEqual([]);
});

test.each([
  ['domain/orders/cart.ts', "import { sql } from 'kysely';", 'domain/ is pure'],
  ['domain/orders/cart.ts', "import { readFile } from 'node:fs/promises';", 'domain/ is pure'],
  ['server/orders/orders.ts', "import { cart } from '../../app/state/order/cart.ts';", 'server/ imports domain/'],
  ['app/routes/cart.tsx', "import { createOrders } from '../../server/orders/orders.ts';", 'app/ takes only types'],
  [
    'app/routes/cart.tsx',
    "const { createOrders } = await import('../../server/orders/orders.ts');",
    'app/ takes only types',
  ],
  ['app/components/tile.tsx', "import Home from '../routes/home.tsx';", 'components/ may not import routes'],
  ['app/state/order/cart.ts', "import { Tile } from '../../components/tile.tsx';", 'state/ may not import screens'],
  ['app/routes/cart.tsx', "export { loader } from './checkout.tsx';", 'A route may not import another route'],
  ['cli/shop.ts', "import { cart } from '../app/state/order/cart.ts';", 'clients of the running shop'],
  ['server/accounts/profile.ts', "import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';", 'services.operators'],
  ['app/context.ts', "import { sql } from 'kysely';", 'SQL belongs in'],
  ['server/orders/orders.ts', 'const port = process.env.PORT;', 'Take a setting from server/environment.ts'],
  ['server/mail/mail.tsx', 'export {};', 'Only app/ renders'],
  ['server/a/b/c/d.ts', 'export {};', 'more than two folders'],
  ['app/utils.ts', 'export {};', 'meaningless name'],
  ['cli/shop.ts', "import { sql } from 'kysely';", 'needs no database'],
  ['app/state/order/cart.ts', "import { z } from 'zod';", 'Every phone would download zod'],
  ['app/shell/header.tsx', "import Home from '../routes/home.tsx';", 'shell/ may not import routes'],
  ['server/orders/orders.ts', "import _ from 'lodash';", 'It is no dependency'],
  ['domain/orders/cart.ts', 'const now = Date.now();', 'base/ are pure'],
  ['domain/orders/cart.ts', 'const id = Math.random();', 'base/ are pure'],
  ['domain/orders/cart.ts', "const answer = await fetch('/api');", 'base/ are pure'],
  ['app/entry.client.tsx', 'await import(name);', 'computes what it imports'],
  ['app/routes/cart.tsx', "import { endpoint } from '../api/endpoint.ts';", 'Screens may not import endpoints'],
  ['app/api/orders.ts', "import { cart } from '../state/order/cart.ts';", 'Endpoints may not import screens'],
  ['server/mail/mail.ts', "import { useState } from 'react';", 'Only app/ renders'],
  ['app/routes/cart.tsx', "import { ConfirmButton } from '../console/kit/dialog.tsx';", 'Nothing outside imports'],
  ['app/console/cash/cash.tsx', "import { formText, servicesOf } from '../../context.ts';", 'must have a right'],
  ['app/console/kit/form.tsx', "import { orderDraft } from '../orders/order-draft.ts';", 'rooms before it'],
  ['app/console/log/log.tsx', "import type { Notes } from '../customers/record.tsx';", 'rooms before it'],
  ['app/console/health/health.tsx', "import { Shell } from '../root.tsx';", 'rooms before it'],
  ['app/routes/home.tsx', "import { Suspense } from 'react';", 'in one go'],
  ['app/console/round/presses.ts', 'const key = crypto.randomUUID();', 'secure pages alone'],
  ['app/routes/cart.tsx', 'await navigator.share({ url });', 'secure pages alone'],
  ['app/console/root.tsx', "import Home from '../routes/home.tsx';", 'screens of its own'],
])('%s with %s is reported with a way to fix it', (path, text, fix) => {
  expect(findViolations([{ path, text }], DECLARED).join('\n')).toContain(fix);
});

test.each([
  [
    'cli/shop.ts',
    "import { openDatabase } from '../server/db/connect.ts';",
    'server/db/connect.ts',
    "import { sql } from 'kysely';",
  ],
  [
    'app/state/order/cart.ts',
    "import { parse } from '../../../domain/orders/read-order.ts';",
    'domain/orders/read-order.ts',
    "import { z } from 'zod';",
  ],
])('%s with %s is reported for an indirect import', (path, text, via, viaText) => {
  const violations = findViolations(
    [
      { path, text },
      { path: via, text: viaText },
    ],
    DECLARED,
  ).join('\n');
  expect(violations).toContain(`through ${via}`);
});

test.each([
  ['app/context.ts', "import type { Services } from '../server/services.ts';"],
  ['app/routes/cart.tsx', "import type { Route } from './+types/architecture.test';"],
  ['server/pages.ts', "import { servicesContext } from '../app/context.ts';"],
  ['server/mail/email.ts', "import * as bn from '../../messages/bn.ts';"],
  ['server/environment.ts', 'parse(process.env);'],
  ['app/console/context.ts', "import { servicesOf } from '../context.ts';"],
  ['app/console/orders/order.tsx', "import { Notes } from '../customers/record.tsx';"],
])('%s with %s is allowed', (path, text) => expect(findViolations([{ path, text }], DECLARED)).toEqual([]));
