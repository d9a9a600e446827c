/** What an operator sets, and how they look after the shop: its health, backups, failed mails, log and figures. */
import { z } from 'zod';
import { isDay } from '../../domain/orders/delivery.ts';
import { categoriesInput } from '../../domain/catalogue/read-categories.ts';
import { FIGURE_DAYS, figureDaysOf } from '../../domain/orders/figures.ts';
import { done } from '../../domain/outcome.ts';
import { areasFileInput, areasInput, MAX_AREAS_BYTES } from '../../domain/shop/read-areas.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from '../../domain/shop/settings.ts';
import { operation } from '../operation.ts';

const none = z.strictObject({});
const day = z.string().refine(isDay, 'from and to must be days such as 2026-11-21.').optional();
const after = z.string().optional();

/** Any value: the service says what each must be, and all that is wrong at once. */
const settings = z.strictObject(
  Object.fromEntries(
    SETTING_NAMES.map((name) => [name, z.unknown().meta({ description: SETTINGS[name].label }).optional()]),
  ) as Record<SettingName, z.ZodOptional<z.ZodUnknown>>,
);

export const SHOP_OPERATIONS = {
  'areas.list': operation({
    summary: 'The areas that the shop delivers to.',
    right: 'settings',
    path: 'GET areas',
    input: none,
    run: ({ shop }) => done({ areas: shop.areas.get() }),
  }),
  'areas.set': operation({
    summary:
      'Makes these the areas: all of them or, with a bad row, nothing. What has no id is the area of its name, or a new one.',
    logged: 'Changed the areas{list}',
    right: 'settings',
    path: 'PUT areas',
    input: areasInput,
    list: 'areas',
    maxBytes: MAX_AREAS_BYTES,
    async run({ shop }, { areas, version }, { by }) {
      const set = await shop.areas.set(areas, by, version);
      return set.ok ? done({ areas: set.value }, set.note) : set;
    },
  }),
  'areas.import': operation({
    summary:
      'Adds areas, and changes those that there are: what a row does not say stays. `replace`: removes all others; `check`: changes nothing, and answers what would change.',
    returns: '`{added, changed, removed, lacking, version}`',
    right: 'settings',
    path: 'POST areas/import',
    input: areasFileInput,
    list: 'areas',
    maxBytes: MAX_AREAS_BYTES,
    async run({ shop }, { areas, ...how }, { by }) {
      const written = await shop.areas.write(areas, by, how);
      if (!written.ok) return written;
      const { rows: _, moved: __, ...changes } = written.value;
      return done(changes, how.check ? undefined : written.note);
    },
  }),
  'categories.list': operation({
    summary: 'The categories in the order of menus, and how many products each has.',
    right: 'settings',
    path: 'GET categories',
    input: none,
    run: async ({ categories }) => done({ categories: (await categories.list()).rows }),
  }),
  'categories.set': operation({
    summary: 'Makes these the categories, in this order: all of them or, with a bad row, nothing.',
    logged: 'Changed the categories{list}',
    right: 'settings',
    path: 'PUT categories',
    input: categoriesInput,
    list: 'categories',
    async run({ categories }, { categories: rows, version }, { by }) {
      const set = await categories.set(rows, by, version);
      return set.ok ? done({ categories: (await categories.list()).rows }, set.note) : set;
    },
  }),
  'shop.show': operation({
    summary: 'The name and the address of the shop, and how many products it has.',
    returns: '`{name, url, products}`',
    right: 'settings',
    path: 'GET ',
    input: none,
    run: async ({ shop, catalogue }) => done({ name: shop.name, url: shop.origin, products: await catalogue.size() }),
  }),
  'settings.show': operation({
    summary: 'All settings, by name.',
    returns: 'all settings, by name',
    right: 'settings',
    path: 'GET settings',
    input: none,
    run: ({ shop }) => done(shop.settings()),
  }),
  'settings.set': operation({
    summary: 'Changes the settings that are given: all of them or, with a bad value, none. Answers all settings.',
    returns: 'all settings, by name',
    logged: 'Changed settings: {settings}',
    right: 'settings',
    path: 'PATCH settings',
    input: settings,
    run: ({ shop }, given, { by }) => shop.change(given, by),
  }),
  'doctor.show': operation({
    summary: 'What stands between the shop and its customers.',
    returns: '`{checks: [{name, ok, text}]}`',
    right: 'health',
    path: 'GET doctor',
    input: none,
    run: async ({ checks }) => done({ checks: await checks.all() }),
  }),
  'doctor.test': operation({
    summary: 'The same, after a test mail to the owners; at most ten in an hour.',
    returns: '`{checks: [{name, ok, text}]}`',
    right: 'health',
    path: 'POST doctor',
    input: none,
    run: async ({ checks }) => done({ checks: await checks.all(await checks.testMail()) }),
  }),
  'backup.want': operation({
    summary: 'Has a backup taken, stored and tried now, as every night.',
    right: 'health',
    path: 'POST backups',
    input: none,
    run: ({ nightly }, _, { by }) => nightly.want(by),
    status: () => 202,
  }),
  'mails.failed': operation({
    summary:
      'The mails and SMS that could not be sent, the newest first; `unknown`: perhaps it was. `after`: the `next` of the page before.',
    right: 'log',
    path: 'GET mails',
    input: z.strictObject({ after }),
    run: async ({ mail }, page) => done(await mail.failed(page)),
  }),
  'mails.retry': operation({
    summary: 'Sends a mail or an SMS again that could not be sent.',
    logged: 'Tried a mail again',
    right: 'log',
    path: 'POST mails/:id/retry',
    input: z.strictObject({ id: z.string() }),
    run: ({ mail }, { id }, { by }) => mail.retry(id, by),
  }),
  'mails.test': operation({
    summary: 'Sends a test mail to the owners; at most ten in an hour.',
    right: 'health',
    path: 'POST mails/test',
    input: none,
    run: ({ checks }) => checks.testMail(),
  }),
  'log.list': operation({
    summary:
      'What was changed, the newest first. `who`: an e-mail address, `operator` or `shop`; `what`: the part of an action before its point.',
    right: 'log',
    path: 'GET log',
    input: z.strictObject({ who: z.string().optional(), what: z.string().optional(), from: day, to: day, after }),
    run: async ({ auditLog }, query) => done(await auditLog.list(query)),
  }),
  'figures.show': operation({
    summary: 'The figures of the last 7, 30 or 90 days, by default 7, and of as many days before.',
    right: 'figures',
    path: 'GET figures',
    input: z.strictObject({
      days: z.enum(FIGURE_DAYS.map(String), 'days must be 7, 30 or 90.').optional(),
    }),
    run: async ({ figures }, { days = null }) => done(await figures.overview(figureDaysOf(days))),
  }),
};
