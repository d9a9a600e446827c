/**
 * Requests that the shop accepts, one for each thing that can be done at it. The fuzz test sends them with one or two
 * things wrong, so that the code behind the parsers is reached. `{names}` are filled in from world.ts when a request is
 * sent.
 */
import { LISTINGS } from '../../test/support/first-categories.ts';
import { zipOf } from '../../test/support/zip.ts';
import { newOrder, SHIPPING } from '../../test/support/factories.ts';
import { get, post, type Recipe } from './recipe.ts';
import { TRADE } from './trade-recipes.ts';

export const PASSWORD = 'three green mangoes';
/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const ROW = {
  id: '{product}',
  name: 'Miniket Rice',
  image: '',
  weight: '1',
  unit: 'kg',
  price: '75',
  discount: '12.5',
  status: 'top',
  category: 'rice',
  name_bn: 'মিনিকেট চাল',
  aliases: 'chal|rice',
  available: 'yes',
};
const { id: _, ...FIELDS } = ROW;
const { country: _country, email: _email, ...PROFILE } = SHIPPING;
const SAVE = { intent: 'save', base: '{"name":"Rice","price":"70"}', ...FIELDS };
const CSV = `${Object.keys(ROW).join(',')}\nsmall-pea,Pea,pea.png,1,kg,20,0,top,vegetables,,,yes\n`;
const ZIP = zipOf([
  { name: 'catalogue.csv', bytes: CSV },
  { name: 'pea.png', bytes: PIXEL },
]);
const PERSON = { name: 'Rahim', email: '{newEmail}', password: PASSWORD };
const ORDER = { ...newOrder(), idempotencyKey: '{uuid}' };

const SHOP: readonly Recipe[] = [
  get('/api/products', { ids: '{product},miniket,nothing' }),
  get('/api/suggest', { q: 'rice' }),
  get('/api/listings/search-results', { searchText: 'ric', searchCategory: 'raw-products', after: '1' }),
  get('/api/listings/:slug', { after: '5' }),
  get('/groceries/search-results', { searchText: 'চাল', searchCategory: 'all' }),
  get('/groceries/offers', { after: '5' }),
  get('/user/login', { next: '/cart' }),
  get('/offline', { to: '/groceries' }),
  get('/api/live', { age: '1000' }),
  get('/api/auth/get-session'),
  post('/api/orders', ORDER, 'json'),
  post('/api/orders', { ...ORDER, idempotencyKey: '{key}' }, 'json'),
  get('/api/orders', { after: '{order}' }),
  get('/user/orders', { after: '{order}' }),
  { method: 'DELETE', pattern: '/api/orders/attempts/:key' },
  { method: 'POST', pattern: '/api/orders/:id/cancel' },
  { method: 'PUT', pattern: '/api/profile/picture', body: PIXEL, encoding: 'file' },
  { method: 'DELETE', pattern: '/api/profile/picture' },
  post('/api/auth/sign-in/email', { email: '{email}', password: PASSWORD }, 'json'),
  post('/api/auth/sign-up/email', PERSON, 'json'),
  post('/api/auth/sign-out', { everywhere: false }, 'json'),
  post('/api/auth/request-password-reset', { email: '{email}' }, 'json'),
  post('/api/auth/reset-password', { token: '{reset}', newPassword: PASSWORD }, 'json'),
  post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }, 'json'),
  post('/user/login', { email: '{email}', password: PASSWORD, next: '/cart' }, 'form'),
  post('/user/register', { ...PERSON, next: '/' }, 'form'),
  post('/user/reset-password', { email: '{email}' }, 'form'),
  post('/user/reset-password/:token', { newPassword: PASSWORD }, 'form'),
  post('/user/logout', {}, 'form'),
  post('/user/update-profile', PROFILE, 'form'),
  post('/user/change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }, 'form'),
  post('/user/delete-account', { confirmation: 'delete-my-account' }, 'form'),
];

const OPERATORS_API: readonly Recipe[] = [
  { method: 'PATCH', pattern: '/api/operator/products/:id', body: FIELDS, encoding: 'json' },
  { method: 'PATCH', pattern: '/api/operator/products/:id', body: { price: 80.5, available: 'no' }, encoding: 'json' },
  { method: 'DELETE', pattern: '/api/operator/products/:id' },
  post(
    '/api/operator/import',
    [
      { line: 2, value: ROW },
      { line: 3, reasons: ['a'] },
    ],
    'ndjson',
    { name: 'a.csv' },
  ),
  post('/api/operator/import', ZIP, 'file', { name: 'a.zip', replace: 'true' }),
  post('/api/operator/import/:id', {}, 'json'),
  post('/api/operator/pictures', PIXEL, 'file'),
  post('/api/operator/pictures/known', { sha256: ['ab'.repeat(32)] }, 'json'),
  get('/api/operator/orders', { status: 'pending', since: '2026-11-21T00:00:00Z', after: '{order}' }),
  post('/api/operator/orders/:id/:change', {}, 'json'),
  get('/api/operator/accounts', { scheduledFor: '0', after: '{email}' }),
  post('/api/operator/accounts/role', { email: '{email}', role: 'user' }, 'json'),
  post('/api/operator/accounts/:id/purge', { scheduledFor: 0 }, 'json'),
  post('/api/operator/operators/invite', { email: '{newEmail}' }, 'json'),
  post('/api/operator/operators/remove', { email: '{invitedEmail}' }, 'json'),
];

const PASSKEY = JSON.stringify({
  id: 'abc',
  rawId: 'abc',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    authenticatorData: 'oA',
    signature: 'oA',
    userHandle: '',
  },
});

const CONSOLE: readonly Recipe[] = [
  get('/operator/login', { next: '/orders' }),
  get('/operator/orders', { status: 'all', q: 'rahim', after: '{order}' }),
  get('/operator/orders/slips', { after: '{order}' }),
  get('/operator/products', { q: 'rice', category: 'rice', after: '5' }),
  get('/operator/products/export', { format: 'json' }),
  get('/operator/customers', { q: 'ayesha', after: '{email}' }),
  get('/operator/figures', { days: '30' }),
  get('/operator/figures/csv', { days: '90' }),
  get('/operator/log', { who: 'operator', what: 'products', from: '2026-11-01', to: '2026-12-01', after: '5' }),
  post('/operator/login', { email: '{operatorEmail}', password: PASSWORD, next: '/orders' }, 'form'),
  post('/operator/login', { intent: 'passkey-begin' }, 'form'),
  post('/operator/login', { intent: 'passkey', credential: PASSKEY, next: '/orders' }, 'form'),
  post('/operator/login/code', { code: '123456' }, 'form', { next: '/orders' }),
  post('/operator/invitation/:token', { name: 'Rahima', password: PASSWORD }, 'form'),
  post('/operator/logout', {}, 'form'),
  post('/operator/orders', { intent: 'deliver', id: '{order}' }, 'form'),
  post('/operator/orders/:id', { intent: 'cancel', id: '{order}' }, 'form'),
  post('/operator/products', { id: '{product}', base: '{"price":"70"}', price: '80', discount: '5' }, 'form'),
  post('/operator/products/:id', SAVE, 'multipart'),
  post('/operator/products/:id', { intent: 'remove' }, 'form'),
  post('/operator/products/new', { ...FIELDS, picture: PIXEL }, 'multipart'),
  post('/operator/import/file', [ROW], 'csv', { name: 'a.csv', replace: 'false' }),
  post('/operator/import/file', ZIP, 'file', { name: 'a.zip' }),
  post('/operator/import', { id: '{job}' }, 'form'),
  post('/operator/customers/:id', { intent: 'purge' }, 'form'),
  post('/operator/log', { intent: 'retry', mail: '1' }, 'form'),
  post('/operator/account', { intent: 'password', currentPassword: PASSWORD, newPassword: PASSWORD }, 'form'),
  post('/operator/account', { intent: 'begin', password: PASSWORD }, 'form'),
  post('/operator/account', { intent: 'enable', code: '123456' }, 'form'),
  post('/operator/account', { intent: 'disable', password: PASSWORD }, 'form'),
  post('/operator/account', { intent: 'renew', password: PASSWORD }, 'form'),
  post('/operator/account', { intent: 'passkey', password: PASSWORD }, 'form'),
  post('/operator/account', { intent: 'passkey-add', name: 'My phone', credential: PASSKEY }, 'form'),
  post('/operator/account', { intent: 'passkey-remove', id: 'abc', password: PASSWORD }, 'form'),
  post('/operator/account', { intent: 'end', session: '{uuid}' }, 'form'),
  post('/operator/account', { intent: 'mails', on: 'yes' }, 'form'),
];

/** What middleware answers, before the route table. */
const STATIC: readonly Recipe[] = [get('/operator/live'), get('/images/*'), get('/{file}')];

/** All recipes, and a plain `GET` of every pattern. */
export function recipesFor(patterns: readonly string[]): Recipe[] {
  return [...patterns.map((pattern) => get(pattern)), ...SHOP, ...OPERATORS_API, ...CONSOLE, ...TRADE, ...STATIC];
}

const anyOf = (values: readonly string[]): ((pick: number) => string) => {
  return (pick) => values[pick % values.length] ?? '';
};

/** What the parameters of patterns stand for; the first that fits. */
const PARAMETERS: readonly (readonly [RegExp, (pick: number) => string])[] = [
  [/(?<=orders\/):id/, () => '{order}'],
  [/(?<=products?\/):id/, () => '{product}'],
  [/(?<=customers\/|accounts\/):id/, () => '{customer}'],
  [/(?<=import\/):id/, () => '{job}'],
  [/(?<=reset-password\/):token/, () => '{reset}'],
  [/(?<=invitation\/):token/, () => '{invitation}'],
  [/(?<=images\/)\*/, () => '{picture}'],
  [/:key/, () => '{uuid}'],
  [/:slug/, anyOf([...LISTINGS.map(({ slug }) => slug), 'offers', 'search-results'])],
  [/:group\/:category/, anyOf(LISTINGS.map(({ path }) => path.replace('/groceries/', '')))],
  [/:group/, anyOf(['trending', 'raw-products', 'beverages'])],
  [/:part/, anyOf(['0.xml', '1.xml'])],
  [/:change/, anyOf(['deliver', 'cancel'])],
];

/** The address of a pattern with right values. `replaced` stands for the last parameter instead. */
export function addressOf(pattern: string, pick: number, replaced: string | null): string {
  const known =
    replaced === null ? pattern : pattern.replace(/(?::\w+|\*)(?!.*[:*])/, () => replaced.replaceAll('/', '%2F'));
  return PARAMETERS.reduce((address, [parameter, value]) => address.replace(parameter, value(pick)), known).replace(
    '*',
    'nothing',
  );
}
