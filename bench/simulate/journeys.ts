/** What people and jobs do in a shop, each to be disturbed at every call to the database. */
import { randomUUID } from 'node:crypto';
import { packBackup } from '../../server/backup/format.ts';
import { takeBackup } from '../../server/backup/backups.ts';
import { ORDER_NEWS } from '../../domain/orders/change-order.ts';
import type { Services } from '../../server/services.ts';
import { PASSWORD, visitor } from '../../test/support/identity.ts';
import { ask, OWNER } from './ask.ts';
import { GUEST, type Model, type Request } from './model.ts';
import type { ShopProcess, World } from './world.ts';

export interface Journey {
  name: string;
  /** What is done before, undisturbed. */
  before?: readonly Request[];
  /** As a client or a job does it: called again until it is answered. */
  act: (process: ShopProcess, model: Model, world: World) => Promise<unknown>;
  /**
   * Tables in which what was asked for again leaves more: a session whose cookie was lost, a second mail with a link.
   */
  except?: readonly string[];
}

const KEY = '11111111-1111-4111-8111-111111111111';
const PHONE = '22222222-2222-4222-8222-222222222222';
const CHANGE = '33333333-3333-4333-8333-333333333333';
const LATER = '44444444-4444-4444-8444-444444444444';

const SLOT = { day: '2027-01-07', from: '10:00' };

const place = {
  op: 'place',
  customer: 'c1',
  key: KEY,
  items: [
    { id: 'rui', quantity: 2 },
    { id: 'dim', quantity: 1 },
  ],
  expected: 330,
} as const satisfies Request;
type Asked = Extract<Request, { op: 'change' }>['asked'];
const change = (asked: Asked, key = CHANGE): Request => ({ op: 'change', order: KEY, asked, key });
const deliver = change({ change: 'deliver' }, LATER);
const given = change({ change: 'rider', rider: 'karim' }, '55555555-5555-4555-8555-555555555555');
const PAID = { change: 'collect', amount: 10_000, how: 'bkash' } as const;
const REGISTRATION = { name: 'Rahim', email: 'rahim@example.com', password: PASSWORD };

const asking = (name: string, request: Request, before: readonly Request[] = [place]): Journey => ({
  name,
  before,
  act: ({ services }, model) => ask(services, request, model),
});

const MIRPUR = { id: 'mirpur', name: 'Mirpur', nameBn: '', fee: 50, freeFrom: null, minimum: null, delivers: true };

export const JOURNEYS: readonly Journey[] = [
  asking('place an order', place, []),
  asking('place it again', place),
  asking('choose a delivery time', { ...place, slot: SLOT }, []),
  asking('order as a guest', { ...place, customer: GUEST }, []),
  asking('settle an attempt', { op: 'settle', customer: 'c1', key: PHONE }),
  asking('take an order on the phone', { op: 'phone', key: PHONE, items: [{ id: 'alu', quantity: 1 }] }),
  asking('cancel one’s order', { op: 'cancel', customer: 'c1', order: KEY }),
  asking('edit an order', change({ change: 'edit', items: [{ id: 'alu', quantity: 2 }], reason: '' })),
  asking('move an order to another time', change({ change: 'edit', slot: SLOT, reason: '' })),
  asking('pack and weigh an order', change({ change: 'pack', items: [{ id: 'rui', quantity: 2, weighed: 1.9 }] })),
  asking('cancel a guest’s order', { op: 'cancel', customer: GUEST, order: KEY }, [{ ...place, customer: GUEST }]),
  asking('edit it once more', change({ change: 'edit', items: [{ id: 'alu', quantity: 3 }], reason: '' }), [
    place,
    change({ change: 'edit', items: [{ id: 'alu', quantity: 2 }], reason: '' }, LATER),
  ]),
  asking('give an order to a rider', given),
  asking('deliver an order and collect', change({ change: 'deliver', collected: 33_000 }), [place, given]),
  asking('undo a delivery', change({ change: 'undo' }), [place, deliver]),
  asking('set an order back', change({ change: 'set-back', reason: 'Mistake' }), [place, deliver]),
  asking('collect later', change({ change: 'collect', amount: 10_000 }), [place, deliver]),
  asking('pay what one owes', { op: 'dues', who: 'c1', asked: PAID, key: CHANGE }, [place, deliver]),
  asking('hand cash over', { op: 'hand over', day: '2027-01-05', rider: 'karim', amount: 330, handovers: 0 }, [
    place,
    given,
    deliver,
  ]),
  asking('take goods in', { op: 'stock', product: 'dim', move: 'goods-in', pieces: 5, key: KEY }, []),
  asking('count the stock', { op: 'stock', product: 'dim', move: 'count', pieces: 4, seen: 9, key: KEY }, []),
  asking('change a price', { op: 'price', product: 'rui', price: 75 }, []),
  asking('import a catalogue', { op: 'import', prices: { rui: 75, alu: 80, jira: 90 }, replace: true }, []),
  asking('change the delivery fee', { op: 'fee', fee: 50 }, []),
  // Blocked twice is noted twice.
  { ...asking('block a customer', { op: 'block', customer: 'c1' }, []), except: ['audit'] },
  asking('ask for deletion', { op: 'leave', customer: 'c1' }),
  asking('purge a customer', { op: 'purge', customer: 'c1' }, [place, deliver, { op: 'leave', customer: 'c1' }]),
  {
    name: 'register',
    except: ['sessions'],
    act: async ({ services }) => {
      const registered = await answered(services.identity.register(REGISTRATION, visitor()));
      // An answer was lost: whoever is registered logs in.
      if (!registered.ok) await answered(services.identity.signIn(REGISTRATION, visitor()));
    },
  },
  {
    name: 'ask for a new password',
    except: ['outbox', 'one_time_tokens'],
    act: async ({ services }) => {
      await answered(services.identity.requestReset({ email: 'c1@example.com' }, visitor()));
    },
  },
  {
    name: 'change the areas',
    act: ({ services }) => services.shop.areas.set([MIRPUR], OWNER),
  },
  {
    name: 'follow changes, and write mails to operators',
    before: [place, deliver],
    act: ({ run }) => all(run, 'orders'),
  },
  {
    name: 'send mails',
    before: [place],
    async act({ run }, _model, { clock }) {
      // What was claimed and not sent is tried again later.
      await clock.jump(600_000);
      await all(run, 'mails');
    },
  },
  {
    // An SMS is left out rather than sent twice.
    name: 'send SMS',
    except: ['outbox'],
    before: [place],
    async act({ services, run }, model, { clock, gateway }) {
      await services.shop.change({ smsOn: ORDER_NEWS }, OWNER);
      await ask(services, deliver, model);
      await clock.jump(600_000);
      await all(run, 'mails');
      if (new Set(gateway.sent).size < gateway.sent.length) throw new Error(`sent twice: ${gateway.sent.join('\n')}`);
    },
  },
  { name: 'sweep', before: [place], act: ({ run }) => run('sweep') },
  { name: 'take a backup', before: [place], act: ({ services }) => backup(services) },
];

async function all(run: ShopProcess['run'], job: 'mails' | 'orders'): Promise<void> {
  while (await run(job));
}

/** Its guard makes an answer of a database that is not there: to ask again then. */
async function answered<T extends { ok: boolean }>(outcome: Promise<T>): Promise<T> {
  const answer = await outcome;
  if ('status' in answer && answer.status === 503) throw new Error('Connection terminated');
  return answer;
}

/** All of it is read, as for a file. */
async function backup({ database, images }: Services): Promise<void> {
  const shop = { name: 'Sodai', url: 'https://shop.example' };
  const snapshot = await database.snapshot();
  const file = packBackup(takeBackup({ snapshot, images, shop, secrets: { authSecret: randomUUID() } }));
  for await (const _ of file);
}
