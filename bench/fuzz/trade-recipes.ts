/** What is done at the grocer's trade: orders on the phone, the round, money, stock, the bazaar, settings, messages. */
import { dayInDhaka } from '../../base/dates.ts';
import { newOrder, SHIPPING } from '../../test/support/factories.ts';
import { get, post, type Recipe } from './recipe.ts';

const TODAY = dayInDhaka(new Date());
const TOMORROW = dayInDhaka(new Date(Date.now() + 86_400_000));
const { items } = newOrder();
const KEY = { key: '{uuid}' };
const PHONE_ORDER = { items, shippingInfo: SHIPPING, idempotencyKey: '{uuid}', note: 'By the gate', missing: 'call' };
const AREA = {
  name: 'Dhanmondi',
  nameBn: 'ধানমন্ডি',
  fee: 40,
  freeFrom: null,
  minimum: '',
  delivers: true,
  aliases: 'dhan',
};
const SLOT = { days: ['friday', 'saturday'], from: '17:00', to: '20:00', orders: 30, closes: 60 };
const WISH = {
  want: 'on',
  endpoint: 'https://fcm.googleapis.com/fcm/send/{uuid}',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
  language: 'en',
};

const send = (method: string, pattern: string, body: unknown): Recipe => ({ method, pattern, body, encoding: 'json' });
const change = (name: string, fields: object): Recipe =>
  post(`/api/operator/orders/{order}/${name}`, { ...fields, ...KEY }, 'json');

const API: readonly Recipe[] = [
  post('/api/operator/orders', PHONE_ORDER, 'json'),
  send('PATCH', '/api/operator/orders/:id', {
    items,
    reason: 'Rahim has called',
    shippingInfo: { street: 'Road 3' },
    ...KEY,
  }),
  change('deliver', { collected: 100, how: 'bkash', reference: 'ABC123' }),
  change('cancel', { reason: 'customer-asked' }),
  change('set-back', { reason: 'Mistake' }),
  change('undo', {}),
  change('stage', { stage: 'packed' }),
  change('rider', { rider: '{rider}' }),
  change('call', { outcome: 'reached' }),
  change('return', { reason: 'not-reachable' }),
  change('collect', { amount: 10, how: 'nagad', reference: '' }),
  change('give-back', { amount: 10, how: 'cash', reason: 'Broken', owed: true }),
  change('pack', { items: items }),
  post('/api/operator/orders/printed', { ids: ['{order}'] }, 'json'),
  get('/api/operator/orders/:id'),
  get('/api/operator/orders/:id/notes'),
  post('/api/operator/orders/:id/notes', { text: 'Ring twice' }, 'json'),
  get('/api/operator/accounts/:id/notes'),
  post('/api/operator/accounts/:id/notes', { text: 'Pays on Fridays' }, 'json'),
  post('/api/operator/round/{order}/deliver', { ...KEY, riderId: '{rider}', collected: 50, how: 'cash' }, 'json'),
  get('/api/operator/riders'),
  post('/api/operator/riders', { name: 'Karim', phone: '01711000001' }, 'json'),
  send('PATCH', '/api/operator/riders/{rider}', { name: 'Karim', phone: '01711000002' }),
  { method: 'DELETE', pattern: '/api/operator/riders/{rider}' },
  get('/api/operator/cash', { day: TODAY }),
  post('/api/operator/cash/handover', { day: TODAY, rider: '{rider}', amount: 10, handovers: 0 }, 'json'),
  get('/api/operator/dues', { after: '01711000000' }),
  get('/api/operator/dues/{phone}'),
  post('/api/operator/dues/{phone}/collect', { amount: 10, how: 'bank', reference: 'X', ...KEY }, 'json'),
  post('/api/operator/dues/{phone}/write-off', { amount: 10, reason: 'Gone', ...KEY }, 'json'),
  send('PUT', '/api/operator/dues/{phone}/limit', { limit: 500 }),
  post('/api/operator/accounts/block', { id: '{customer}', reason: 'Never pays', until: '2030-01-01' }, 'json'),
  post('/api/operator/accounts/unblock', { id: '{customer}' }, 'json'),
  post('/api/operator/accounts/forget', { phone: '01999999999' }, 'json'),
  get('/api/operator/operators'),
  post('/api/operator/operators/link', { email: '{invitedEmail}' }, 'json'),
  post('/api/operator/operators/factor/remove', { email: '{invitedEmail}' }, 'json'),
  get('/api/operator/areas'),
  send('PUT', '/api/operator/areas', { areas: [AREA] }),
  post('/api/operator/areas/import', { areas: [AREA], check: true }, 'json'),
  get('/api/operator/categories'),
  send('PUT', '/api/operator/categories', {
    categories: [{ id: 'rice', name: 'Rice', nameBn: 'চাল', group: 'raw-products' }],
  }),
  get('/api/operator/'),
  get('/api/operator/settings'),
  send('PATCH', '/api/operator/settings', {
    promo: 'Eid Mubarak',
    fee: '60',
    slots: [SLOT],
    lowStock: 5,
    smsOn: ['placed'],
  }),
  get('/api/operator/doctor'),
  post('/api/operator/doctor', {}, 'json'),
  get('/api/operator/mails', { after: '5' }),
  post('/api/operator/mails/1/retry', {}, 'json'),
  post('/api/operator/mails/test', {}, 'json'),
  get('/api/operator/log', { who: 'operator', what: 'orders', after: '5' }),
  get('/api/operator/figures', { days: '30' }),
  get('/api/operator/stock', { after: '5 rice-1' }),
  get('/api/operator/stock/{product}'),
  post('/api/operator/stock/{product}/count', { pieces: 50, seen: 40, reason: 'Counted', ...KEY }, 'json'),
  post('/api/operator/stock/{product}/goods-in', { pieces: 5, ...KEY }, 'json'),
  post('/api/operator/stock/{product}/waste', { pieces: 1, ...KEY }, 'json'),
  get('/api/operator/bazaar', { day: TOMORROW, time: '17:00' }),
  post(`/api/operator/bazaar/${TOMORROW}/{product}`, { bought: true, quantity: 2, paid: 120 }, 'json'),
];

const CONSOLE: readonly Recipe[] = [
  get('/operator/stock', { after: '5 rice-1' }),
  post('/operator/stock', { id: '{product}', intent: 'goods-in', pieces: '৫', ...KEY }, 'form'),
  get('/operator/bazaar', { day: TOMORROW }),
  post('/operator/bazaar', { day: TOMORROW, id: '{product}', bought: 'true', quantity: '2', paid: '120' }, 'form'),
  get('/operator/dues', { after: '01711000000' }),
  post(
    '/operator/dues',
    { intent: 'settle', phone: '{phone}', change: 'collect', amount: '10', how: 'cash', ...KEY },
    'form',
  ),
  post('/operator/dues', { intent: 'limit', phone: '{phone}', limit: '' }, 'form'),
  get('/operator/cash', { day: TODAY }),
  post('/operator/cash', { day: TODAY, rider: '{rider}', amount: '10', handovers: '0' }, 'form'),
  post('/operator/riders', { intent: 'add', name: 'Salma', phone: '01711000003' }, 'form'),
  post('/operator/riders', { intent: 'let-in', rider: '{rider}', password: 'three green mangoes' }, 'form'),
  post(
    '/operator/round/change',
    { order: '{order}', change: 'deliver', collected: '10', how: 'cash', riderId: '{rider}', ...KEY },
    'form',
  ),
  post('/operator/orders/new', { phone: '01711000009', name: 'Rahim', items: JSON.stringify(items), ...KEY }, 'form'),
  get('/operator/orders/finds', { text: '2 kg rice 01711000009' }),
  post(
    '/operator/orders/{order}/edit',
    { items: JSON.stringify(items), reason: 'Called', revision: '0', ...KEY },
    'form',
  ),
  post('/operator/orders/packed', { order: '{order}', change: 'pack', items: JSON.stringify(items), ...KEY }, 'form'),
  post('/operator/blocks', { intent: 'block', id: '{customer}', reason: 'Never pays' }, 'form'),
  post('/operator/notes/order/{order}', { text: 'Ring twice' }, 'form'),
  post('/operator/notes/account/{customer}', { text: 'Pays on Fridays' }, 'form'),
  post('/operator/areas', { intent: 'load', areas: 'dhaka' }, 'form'),
  post('/operator/categories', { id: 'rice', name: 'Rice', nameBn: 'চাল', group: 'raw-products', shown: 'on' }, 'form'),
  post('/operator/settings', { promo: 'Eid Mubarak', fee: '৬০', phone: '01711000009' }, 'form'),
  post('/operator/health', { intent: 'mail' }, 'form'),
  post('/operator/account/notifications', WISH, 'form'),
];

const SHOP: readonly Recipe[] = [
  get('/o/{link}'),
  post('/api/orders/links', { links: ['/o/{link}'], add: false }, 'json'),
  post('/api/orders/{guestOrder}/cancel', { link: '/o/{link}' }, 'json'),
  post('/api/orders/{order}/notifications', WISH, 'json'),
  post('/api/orders/{guestOrder}/notifications', { link: '/o/{link}', ...WISH }, 'json'),
  post('/api/orders', { ...newOrder(), idempotencyKey: '{uuid}', customer: 'guest', missing: 'leave' }, 'json'),
  get('/cart', { add: '{product}:2,miniket:1' }),
  get('/api/orders/latest'),
];

export const TRADE: readonly Recipe[] = [...API, ...CONSOLE, ...SHOP];
