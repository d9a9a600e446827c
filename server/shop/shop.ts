/** What the shop is, and what its operator has set. Each process reads it once, and again when it changes. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { readBytes } from '../../base/bytes.ts';
import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import { isOpenForOrders } from '../../domain/shop/checks.ts';
import { lookOf } from '../../domain/shop/palette.ts';
import { type Language } from '../../base/language.ts';
import { filledPage } from '../../domain/shop/page-text.ts';
import { type PageLanguage, type PageName, type ShopPage, shopPage } from '../../domain/shop/pages.ts';
import { done, type Outcome } from '../../domain/outcome.ts';
import { AREA_FIELDS, NEW_AREA, withIds } from '../../domain/shop/read-areas.ts';
import { badSettings, type GivenSettings, NO_LOGO, readSettingValues } from '../../domain/shop/read-settings.ts';
import { deliveryRulesOf, feeOf, SETTING_NAMES, type ShopSettings, settingsWith } from '../../domain/shop/settings.ts';
import { type Area, deliveryTo, feeBefore, servedAreas } from '../../domain/shop/areas.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { transact } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import type { Images, StoredPicture } from '../images/images.ts';
import { type Live, createSnapshot } from '../live/live.ts';
import type { Settings } from '../environment.ts';
import { pageDrafts, pageValues, stalePages } from './page-drafts.ts';
import { areasOfFile, type ReadyArea, readyAreas } from './areas-file.ts';
import { createList, type List } from './lists.ts';

const AREAS: List<Area, Area, Area> = {
  name: 'areas',
  columns: AREA_FIELDS,
  usual: NEW_AREA,
  withIds,
  async read(executor) {
    const query = executor.selectFrom('shop_settings').select('value').where('name', '=', 'areas');
    const areas = ((await query.executeTakeFirst())?.value ?? []) as Area[];
    // jsonb changes the order of keys, but a list must always have the same JSON text.
    return areas.map((area) => Object.fromEntries(AREA_FIELDS.map((name) => [name, area[name]])) as unknown as Area);
  },
  kept: (area) => area,
  lock: (trx) => sql`lock table shop_settings in share row exclusive mode`.execute(trx),
  store: (trx, areas) => storeSettings(trx, { areas }),
};

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
  const read = async (executor: Kysely<Tables>): Promise<ShopSettings> => {
    // Only known settings: a newer version may have others.
    const stored = executor.selectFrom('shop_settings').selectAll().where('name', 'in', SETTING_NAMES);
    const values = (await stored.execute()).map(({ name, value }) => [name, value]);
    return settingsWith({ ...firstValues, ...Object.fromEntries(values) });
  };
  const readLook = async () => {
    const settings = await read(kysely);
    return { settings, look: lookOf(settings) };
  };
  const snapshot = await createSnapshot(database, readLook, live.productsChanged);
  const areas = await createList(database, AREAS, live.productsChanged);
  const current = (): ShopSettings => snapshot.get().settings;
  const usualFee = () => feeOf(current());
  const fee = () => feeBefore(areas.get(), usualFee());

  const shop = {
    origin,
    https: origin.startsWith('https:'),
    rateLimit,
    trustedProxies,
    settings: current,
    areas: {
      ...areas,
      /** What a file has, or what is wrong with it. */
      ofFile: areasOfFile,
      /** Those of the ready list that the shop does not have. */
      async ready(): Promise<ReadyArea[]> {
        const known = new Set(areas.get().map(({ id }) => id));
        return withIds(await readyAreas(), areas.get()).filter(({ id }) => !known.has(id));
      },
    },

    // As the sender of mails.
    url: origin,
    get name(): string {
      return current().name;
    },
    get nameBn(): string {
      return current().nameBn;
    },
    get phone(): string {
      return current().phone;
    },
    get delivery() {
      return deliveryRulesOf(current());
    },

    pageDrafts,
    pageValues: (language: PageLanguage) => pageValues(language, current(), fee()),
    stalePages: () => stalePages(current(), fee()),
    /** As shoppers read it; null for a page without a text. */
    page(name: PageName, language: Language): ShopPage | null {
      const page = shopPage(current(), name, language);
      return page && { ...page, text: filledPage(page.text, shop.pageValues(page.language)) };
    },
    /** Null for the usual one. */
    get look() {
      return snapshot.get().look;
    },

    /** All of the given ones or, with a bad value, none. */
    async change(given: GivenSettings, by: Actor): Promise<Outcome<ShopSettings>> {
      const parsed = readSettingValues(given);
      if (!parsed.ok) return parsed;
      const { value: set } = parsed;
      if (set.logo && !(await images.has(set.logo))) return badSettings({ logo: NO_LOGO });
      await transact(kysely, async (trx) => {
        const before = await read(trx);
        const changed = SETTING_NAMES.filter(
          (name) => name in set && JSON.stringify(set[name]) !== JSON.stringify(before[name]),
        );
        if (changed.length === 0) return;
        const pick = (from: ShopSettings) => Object.fromEntries(changed.map((name) => [name, from[name]]));
        const after = pick({ ...before, ...set });
        await storeSettings(trx, after);
        const details = { before: pick(before), after };
        await audit(trx, { actor: by, action: 'settings.set', subject: changed.join(', '), details });
      });
      await snapshot.refresh();
      return done(current());
    },

    /** The files of the one before stay: stored pages show them. */
    async changeLogo(request: Request, by: Actor): Promise<Outcome<StoredPicture>> {
      const outcome = await images.storeLogo(await readBytes(request, MAX_PICTURE_BYTES));
      if (outcome.ok) await shop.change({ logo: outcome.value.imgUrl }, by);
      return outcome;
    },

    /** True once: for the first operator of a shop without orders, who is led through its opening. */
    async firstLogin(): Promise<boolean> {
      const orders = kysely.selectFrom('orders').select('number').limit(1);
      if (isOpenForOrders(current()) || (await orders.executeTakeFirst())) return false;
      const begun = kysely.insertInto('shop_settings').values({ name: 'begun', value: 'true' });
      const first = begun.onConflict((conflict) => conflict.doNothing()).returning('name');
      return (await first.executeTakeFirst()) !== undefined;
    },

    get fee() {
      return fee();
    },
    /** Those that are delivered to. */
    servedAreas: () => servedAreas(areas.get(), usualFee()),
    deliveryTo: (area: string | undefined) => deliveryTo(area, areas.get(), usualFee()),

    async close(): Promise<void> {
      await areas.close();
      await snapshot.close();
    },
  };
  return shop;
}

/** Writes rows of `shop_settings`, each value as JSON. */
async function storeSettings(trx: Transaction<Tables>, settings: object): Promise<void> {
  const rows = Object.entries(settings).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  await trx
    .insertInto('shop_settings')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doUpdateSet((set) => ({ value: set.ref('excluded.value') })))
    .execute();
}
