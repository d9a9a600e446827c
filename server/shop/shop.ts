/** What the shop is and what its operator has set: read once into the process, and again when any process changes it. */
import type { Kysely } from 'kysely';
import { readBytes } from '../../base/read-bytes.ts';
import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import type { DeliveryRules } from '../../domain/orders/delivery.ts';
import type { PageTexts } from '../../domain/shop/pages.ts';
import { isOpenForOrders } from '../../domain/shop/checks.ts';
import { type Look, lookOf } from '../../domain/shop/palette.ts';
import { NO_LOGO, readSettingValues, type SettingFaults } from '../../domain/shop/read-settings.ts';
import { deliveryRulesOf, feeOf, SETTING_NAMES, type ShopSettings, settingsWith } from '../../domain/shop/settings.ts';
import {
  deliveryTo,
  feeBefore,
  type Delivery,
  type ServedArea,
  servedAreas,
  type ShopFee,
} from '../../domain/shop/areas.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import { type Images, PICTURE_TOO_LARGE, type PictureOutcome } from '../images/images.ts';
import type { Live } from '../live/live.ts';
import { createSnapshot } from '../live/snapshot.ts';
import type { Settings } from '../settings.ts';
import { pageDrafts } from './page-drafts.ts';
import { createAreas } from './areas.ts';

export type SettingsChange = { kind: 'changed'; settings: ShopSettings } | { kind: 'refused'; faults: SettingFaults };

export type Shop = Awaited<ReturnType<typeof createShop>>;

/** The values of settings are those of now: take them from the shop when they are needed. */
export async function createShop(
  database: Pick<Database, 'kysely' | 'listen'>,
  live: Pick<Live, 'productsChanged'>,
  settings: Pick<Settings, 'firstValues' | 'publicUrl' | 'rateLimit' | 'trustedProxies'>,
  images: Pick<Images, 'has' | 'storeLogo'>,
) {
  const { kysely } = database;
  const { firstValues, publicUrl: origin, rateLimit, trustedProxies } = settings;
  const snapshot = await createSnapshot(
    database,
    async () => settingsWith({ ...firstValues, ...(await storedSettings(kysely)) }),
    live.productsChanged,
  );

  /** Computed once for each reading of the settings. */
  const looks = new WeakMap<ShopSettings, { look: Look | null }>();

  const areas = await createAreas(database, live);
  const usualFee = () => feeOf(snapshot.get());

  const shop = {
    origin,
    https: origin.startsWith('https:'),
    rateLimit,
    trustedProxies,
    settings: snapshot.get,
    areas,

    // As the sender of mails.
    url: origin,
    get name(): string {
      return snapshot.get().name;
    },
    get nameBn(): string {
      return snapshot.get().nameBn;
    },
    get phone(): string {
      return snapshot.get().phone;
    },
    get delivery(): DeliveryRules {
      return deliveryRulesOf(snapshot.get());
    },

    pageDrafts: (): PageTexts => pageDrafts(snapshot.get(), feeBefore(areas.get(), usualFee())),
    /** Null for the usual one. */
    get look(): Look | null {
      const settings = snapshot.get();
      const made = looks.get(settings) ?? { look: lookOf(settings) };
      looks.set(settings, made);
      return made.look;
    },

    /** All of the given ones or, with a bad value, none. */
    async change(given: Readonly<Record<string, unknown>>, by: Actor = 'operator'): Promise<SettingsChange> {
      const read = readSettingValues(given);
      if (!read.ok) return { kind: 'refused', faults: read.faults };
      const { logo } = read.values;
      if (logo && !(await images.has(logo))) return { kind: 'refused', faults: { logo: NO_LOGO } };
      await retrySerializationFailures(() =>
        kysely.transaction().execute(async (trx) => {
          const stored = { ...firstValues, ...(await storedSettings(trx)) };
          const current = settingsWith(stored);
          const changed = SETTING_NAMES.filter(
            (name) => name in read.values && JSON.stringify(read.values[name]) !== JSON.stringify(current[name]),
          );
          if (changed.length === 0) return;
          const values = changed.map((name) => ({ name, value: JSON.stringify(read.values[name]) }));
          await trx
            .insertInto('shop_settings')
            .values(values)
            .onConflict((conflict) =>
              conflict.column('name').doUpdateSet((set) => ({ value: set.ref('excluded.value') })),
            )
            .execute();
          const pick = (from: ShopSettings) => Object.fromEntries(changed.map((name) => [name, from[name]]));
          const details = { before: pick(current), after: pick({ ...current, ...read.values }) };
          await audit(trx, { actor: by, action: 'settings.set', subject: changed.join(', '), details });
        }),
      );
      await snapshot.refresh();
      return { kind: 'changed', settings: snapshot.get() };
    },

    /** The files of the one before stay: stored pages show them. */
    async changeLogo(request: Request, by?: Actor): Promise<PictureOutcome> {
      const file = await readBytes(request, MAX_PICTURE_BYTES);
      const outcome = file ? await images.storeLogo(file) : PICTURE_TOO_LARGE;
      if (outcome.kind === 'stored') await shop.change({ logo: outcome.imgUrl }, by);
      return outcome;
    },

    /** True once: for the first operator of a shop without orders, who is led through its opening. */
    async firstLogin(): Promise<boolean> {
      const orders = kysely.selectFrom('orders').select('number').limit(1);
      if (isOpenForOrders(snapshot.get()) || (await orders.executeTakeFirst())) return false;
      const begun = await kysely
        .insertInto('shop_settings')
        .values({ name: 'begun', value: 'true' })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .executeTakeFirst();
      return begun !== undefined;
    },

    get fee(): ShopFee {
      return feeBefore(areas.get(), usualFee());
    },
    /** Those that are delivered to. */
    servedAreas: (): ServedArea[] => servedAreas(areas.get(), usualFee()),
    deliveryTo: (area: string | undefined): Delivery => deliveryTo(area, areas.get(), usualFee()),

    async close(): Promise<void> {
      await areas.close();
      await snapshot.close();
    },
  };
  return shop;
}

/** Only known settings: a newer version may have others. */
async function storedSettings(executor: Kysely<Tables>): Promise<Partial<ShopSettings>> {
  const rows = await executor.selectFrom('shop_settings').selectAll().where('name', 'in', SETTING_NAMES).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
