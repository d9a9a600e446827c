import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { areasCsv } from '../domain/shop/read-areas.ts';
import { operatorSentence } from '../messages/operator-sentence.ts';
import { areasOfFile } from '../server/shop/areas-file.ts';
import { formatTable } from './output.ts';
import { SETTING_NAMES, SETTINGS, settingText } from '../domain/shop/settings.ts';
import {
  assignmentsOf,
  type Call,
  type CommandGroup,
  Failure,
  fileFailure,
  print,
  type ShopCommand,
} from './command.ts';

export const SETTING_COMMANDS: CommandGroup = {
  name: 'settings',
  summary: 'What the shop is called, when it delivers and for how much.',
  commands: [
    {
      name: 'settings show',
      summary: 'show all settings',
      examples: { 'settings show': 'what the shop goes by', 'settings show --json': 'for a script' },
      run: async (call) => show(call, await call.shop().run('settings.show', {})),
    },
    {
      name: 'settings set <NAME=VALUE...>',
      summary: 'change settings; all of the given ones or, with a bad value, none',
      details: `Names: ${SETTING_NAMES.join(', ')}. Lists have commas between their values.`,
      examples: {
        'settings set phone="+880 1711-000000" fee=50': 'another phone, another fee',
        'settings set promo= promoBn=': 'no promo',
        'settings set deliveryDays=saturday,sunday,monday holidays=2026-12-16': 'when it delivers',
        'settings set slots=\'[{"days": "sunday,monday", "from": "17:00", "to": "20:00", "orders": 30, "closes": 120}]\'':
          'delivery times: so many orders each, chosen until so many minutes before',
        'settings set "hours=saturday 09:00-22:00, friday 15:00-22:00"': 'when it is open; other days are closed',
      },
      run: async (call) => {
        const values = assignmentsOf(call.args, SETTING_NAMES, 'name');
        show(call, await call.shop().run('settings.set', values));
      },
    },
  ],
};

function show(call: Call, settings: object): void {
  const values = new Map<string, unknown>(Object.entries(settings));
  print(call, settings, () =>
    formatTable(SETTING_NAMES, [
      { heading: 'name', value: (name) => name },
      { heading: 'setting', value: (name) => SETTINGS[name].label },
      { heading: 'value', value: (name) => settingText(values.get(name)), maxWidth: 60 },
    ]),
  );
}

export const DOCTOR_COMMAND: ShopCommand = {
  name: 'doctor',
  summary: 'what stands between this shop and its customers; exit status 1 while something is wrong',
  examples: { doctor: 'look before you open, and send the owners a test mail' },
  async run(call) {
    const { checks } = await call.shop().run('doctor.test', {});
    print(call, { checks }, () =>
      formatTable(checks, [
        { heading: '', value: ({ ok }) => (ok ? 'ok' : '!!') },
        { heading: 'what', value: ({ name }) => name },
        { heading: '', value: ({ text }) => text },
      ]),
    );
    const wrong = checks.filter(({ ok }) => !ok).length;
    if (wrong > 0) throw new Failure(`${wrong} of ${checks.length} are wrong`);
  },
};

export const AREA_COMMANDS: CommandGroup = {
  name: 'areas',
  summary: 'Where the shop delivers, and for how much.',
  commands: [
    {
      name: 'areas import <FILE>',
      summary: 'add and change areas from a CSV file; with a bad row nothing changes',
      details:
        'Columns: id, name, name_bn, fee, free_from, minimum, delivers, aliases. Only name has to be there, and what the file has no column for stays. A row without an id is the area of its name. An empty amount is that of the settings.',
      options: { '--replace': 'also remove what the file lacks', '--dry-run': 'only say what would change' },
      examples: {
        'areas import areas.csv --dry-run': 'what would change',
        'areas import areas.csv --replace': 'what stands in no row is no area any more',
      },
      async run(call) {
        const [name = ''] = call.args;
        const bytes = await readFile(path.resolve(call.terminal.directory, name)).catch((error: unknown) => {
          throw fileFailure(name, error);
        });
        const read = areasOfFile(bytes);
        if (!read.ok) throw new Failure(`nothing was imported: ${operatorSentence(read.reason)}`);
        const [check, replace] = [call.options.dryRun === true, call.options.replace === true];
        const changes = await call.shop().run('areas.import', { areas: read.value, check, replace });
        const { added, changed, lacking } = changes;
        const renamed = changed.flatMap(({ before, after }) =>
          'name' in after ? [`${String(before.name)} → ${after.name}`] : [],
        );
        print(call, changes, () =>
          [
            `${check ? 'Would import' : 'Imported'} areas: ${added.length} added, ${changed.length} changed,`,
            ` ${replace ? lacking.length : 0} removed${replace ? '' : `, ${lacking.length} stay that the file lacks`}.`,
            `${renamed.length > 0 ? ` Renamed: ${renamed.join(', ')}.` : ''}\n`,
          ].join(''),
        );
      },
    },
    {
      name: 'areas export',
      summary: 'print the areas in the form that import reads',
      examples: { 'areas export > areas.csv': 'to edit them', 'areas export --json': 'for a script' },
      async run(call) {
        const given = await call.shop().run('areas.list', {});
        print(call, given, () => areasCsv(given.areas));
      },
    },
  ],
};
