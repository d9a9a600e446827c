/** Who may open and do what in the console: every route of app/console/routes.ts, for every role. */
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, request } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../../app/console/routes.ts';
import { hasRight, type Right, STAFF } from '../../domain/accounts/roles.ts';
import { becomeOperator, expect, test } from './console.ts';
import { addRider, giveOrder } from './rounds.ts';

/** 'open': also for whoever is not logged in. A new route has to be entered here. */
const RIGHT_OF: Readonly<Record<string, Right | 'open'>> = {
  '': 'account',
  login: 'open',
  'login/code': 'open',
  'invitation/:token': 'open',
  logout: 'open',
  '*': 'open',
  orders: 'orders',
  'orders/export': 'orders',
  'orders/slips': 'orders',
  'orders/new': 'orders',
  'orders/finds': 'orders',
  'orders/:id': 'orders',
  'orders/:id/edit': 'orders',
  products: 'availability',
  'products/export': 'products',
  'products/new': 'products',
  'products/:id': 'products',
  import: 'products',
  'import/file': 'products',
  'import/:id/faults': 'products',
  customers: 'customers',
  'customers/:id': 'customers',
  cash: 'cash',
  'cash/csv': 'cash',
  round: 'round',
  'round/change': 'round',
  blocks: 'customers',
  'notes/:of/:id': 'orders',
  figures: 'figures',
  'figures/csv': 'figures',
  pages: 'settings',
  categories: 'settings',
  areas: 'settings',
  'areas/export': 'settings',
  riders: 'riders',
  log: 'log',
  health: 'health',
  'health/backup': 'health',
  'health/restore': 'health',
  settings: 'settings',
  'settings/logo': 'settings',
  opening: 'settings',
  account: 'account',
};

/** They have nothing to open. */
const ONLY_ACTIONS = new Set([
  'import/file',
  'health/backup',
  'health/restore',
  'settings/logo',
  'round/change',
  'blocks',
  'notes/:of/:id',
]);

/** Where a form that asks for nothing changes nothing. */
const HARMLESS = new Set([
  'orders',
  'orders/:id',
  'blocks',
  'notes/:of/:id',
  'products',
  'cash',
  'riders',
  'round/change',
  'account',
]);

interface Screen {
  path: string;
  isIndex: boolean;
}

function screensOf(entries: readonly RouteConfigEntry[], parent = ''): Screen[] {
  return entries.flatMap(({ path = '', index = false, children }) => {
    const own = [parent, path].filter(Boolean).join('/');
    return children ? screensOf(children, own) : [{ path: own, isIndex: index }];
  });
}

test('every route of the console gives each role what is theirs, and nothing else', async ({ baseURL: url = '' }) => {
  const screens = screensOf(await routes);
  expect(screens.map(({ path }) => path).filter((path) => !(path in RIGHT_OF))).toEqual([]);
  const canary = `Canary ${randomUUID()}`;
  const order = await giveOrder(url, null, { name: canary });
  const rider = await addRider(url);
  const faults: string[] = [];
  for (const role of STAFF) {
    const person: APIRequestContext = await request.newContext({ baseURL: url });
    await becomeOperator(person, role === 'rider' ? { role, rider: rider.id } : { role });
    for (const { path, isIndex } of screens) {
      const right = RIGHT_OF[path] ?? 'open';
      const may = right === 'open' || hasRight(role, right);
      const address = `/operator/${path.replace(':of', 'order').replace(':id', order.id).replace(':token', 'x').replace('*', 'nothing')}`;
      for (const asked of [address, path === '' ? '' : `${address}.data`].filter(Boolean)) {
        const answer = await person.get(asked, { maxRedirects: 0 });
        const text = await answer.text();
        if (!ONLY_ACTIONS.has(path) && (answer.status() === 403) === may)
          faults.push(`${role} GET ${asked} ${answer.status()}`);
        if (!may && text.includes(canary)) faults.push(`${role} reads ${asked}`);
      }
      if (right === 'open' || (may && !HARMLESS.has(path))) continue;
      const form = { intent: 'nothing', id: order.id };
      const sent = await person.post(`${address}${isIndex ? '?index' : ''}`, { form, maxRedirects: 0 });
      // 405: it takes no form from anybody.
      if (may ? sent.status() === 403 : ![403, 405].includes(sent.status()))
        faults.push(`${role} POST ${address} ${sent.status()}`);
    }
    await person.dispose();
  }
  expect(faults).toEqual([]);
});
