/** Who may open and do what in the console: every route of app/console/routes.ts, for every role and for strangers. */
import { randomUUID } from 'node:crypto';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import routes from '../../app/console/routes.ts';
import { hasRight, homeOf, type Right, STAFF } from '../../domain/accounts/roles.ts';
import { SHIPPING } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest } from '../support/operator-client.ts';
import type { Visitor } from '../support/visitor.ts';

/** The routes of each right; 'open': also for whoever is not logged in. A new route has to be entered here. */
const ROUTES_OF: Readonly<Record<Right | 'open', string>> = {
  open: 'login login/code invitation/:token logout *',
  account: '/ account',
  orders:
    'orders orders/export orders/lines.csv orders/slips orders/new orders/finds orders/:id orders/:id/edit orders/:id/pack orders/packed notes/:of/:id',
  availability: 'products',
  products: 'products/export products/new products/:id import import/file import/:id/faults stock stock/csv stock/:id',
  bazaar: 'bazaar',
  customers: 'customers customers/:id blocks',
  cash: 'cash cash/csv dues',
  round: 'round round/change',
  figures: 'figures figures/csv',
  settings: 'settings settings/logo opening poster pages categories areas areas/export areas/ready',
  riders: 'riders',
  log: 'log',
  health: 'health health/backup health/restore',
};

const RIGHT_OF = new Map(
  (Object.keys(ROUTES_OF) as (Right | 'open')[]).flatMap((right) =>
    ROUTES_OF[right].split(' ').map((path) => [path, right] as const),
  ),
);

/** They have nothing to open. */
const ONLY_ACTIONS =
  'import/file health/backup health/restore settings/logo round/change orders/packed blocks notes/:of/:id'.split(' ');

/** Where a form that asks for nothing changes nothing. */
const HARMLESS = 'orders orders/:id blocks notes/:of/:id products cash riders round/change account'.split(' ');

interface Screen {
  path: string;
  right: Right | 'open';
  address: string;
  isIndex: boolean;
}

function screensOf(entries: readonly RouteConfigEntry[], parent = ''): { path: string; isIndex: boolean }[] {
  return entries.flatMap(({ path = '', index = false, children }) => {
    const own = [parent, path].filter(Boolean).join('/');
    return children ? screensOf(children, own) : [{ path: own || '/', isIndex: index }];
  });
}

/** In the name on the order, which only some may read. */
const CANARY = `Canary ${randomUUID()}`;
let door: FrontDoor;
let screens: Screen[];
let rider: string;

beforeAll(async () => {
  door = await openFrontDoor();
  const add = async (path: string, body: object): Promise<string> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await operatorRequest(door.url, path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    return (await answer.json()).id;
  };
  rider = await add('/riders', { name: 'Karim', phone: '01712345678' });
  const items = [{ id: 'alu-potato', quantity: 2 }];
  const shippingInfo = { ...SHIPPING, name: CANARY };
  const order = await add('/orders', { idempotencyKey: randomUUID(), items, shippingInfo });
  screens = screensOf(await routes).map(({ path, isIndex }) => {
    const filled = path.replace(':of', 'order').replace(':id', order).replace(':token', 'x').replace('*', 'nothing');
    return {
      path,
      right: RIGHT_OF.get(path) ?? 'open',
      address: path === '/' ? '/operator' : `/operator/${filled}`,
      isIndex,
    };
  });
});
afterAll(() => door.close());

/** A page as a document, also as people type its address, and its data alone. */
const waysTo = ({ address }: Screen): string[] => [address, `${address}/`, `${address}?q=alu`, `${address}.data`];

function post(by: Visitor, { address, isIndex }: Screen, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ intent: 'nothing' });
  return by.fetch(`${address}${isIndex ? '?index' : ''}`, { method: 'POST', body, headers });
}

test('every route has a right', () => {
  expect(screens.map(({ path }) => path).filter((path) => !RIGHT_OF.has(path))).toEqual([]);
});

test.each(STAFF)('the console gives a role what is theirs, and nothing else: %s', async (role) => {
  const person = await door.operator(role === 'rider' ? { role, rider } : { role });
  const home = await person.open('/operator');
  expect([home.status, home.path]).toEqual([200, `/operator${homeOf(role)}`]);
  const faults: string[] = [];
  for (const screen of screens) {
    const { path, right, address } = screen;
    const may = right === 'open' || hasRight(role, right);
    for (const asked of waysTo(screen)) {
      const answer = await person.fetch(asked);
      if (path !== '*' && answer.status === 404 && (await person.fetch(address)).status !== 404)
        faults.push(`GET ${asked} ${answer.status}`);
      if (!ONLY_ACTIONS.includes(path) && (answer.status === 403) === may) faults.push(`GET ${asked} ${answer.status}`);
      if (!may && (await answer.text()).includes(CANARY)) faults.push(`reads ${asked}`);
    }
    if (right === 'open' || (may && !HARMLESS.includes(path))) continue;
    const { status } = await post(person, screen);
    // 405: it takes no form from anybody. 400: it does nothing without a known button.
    if (may ? status === 403 : ![400, 403, 405].includes(status)) faults.push(`POST ${path} ${status}`);
  }
  expect(faults).toEqual([]);
});

test.each(['a visitor', 'a shopper'])('nothing of the console is shown to %s, and no write is taken', async (who) => {
  const stranger = door.visitor();
  if (who === 'a shopper') await stranger.register();
  const faults: string[] = [];
  for (const screen of screens.filter(({ right }) => right !== 'open')) {
    for (const asked of waysTo(screen)) {
      const answer = await stranger.fetch(asked);
      const text = await answer.text();
      const next = asked.slice('/operator'.length).replace(/^\/$/, '');
      const login = `/operator/login${next && `?next=${encodeURIComponent(next)}`}`;
      const toLogin = asked.endsWith('.data')
        ? /"\/(?:operator\/)?login[?"]/.test(text)
        : answer.headers.get('Location') === login;
      if (answer.status === 200 || !toLogin || text.includes(CANARY)) faults.push(`GET ${asked} ${answer.status}`);
    }
    const { status } = await post(stranger, screen);
    if (![401, 405].includes(status)) faults.push(`POST ${screen.path} ${status}`);
  }
  expect(faults).toEqual([]);
});

test('no write is taken from another site, also of an owner', async () => {
  const owner = await door.operator();
  for (const screen of screens) {
    const { status } = await post(owner, screen, { Origin: 'https://elsewhere.example' });
    expect([screen.path, status]).toEqual([screen.path, 403]);
  }
});
