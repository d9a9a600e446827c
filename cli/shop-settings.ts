import { SETTING_NAMES, SETTINGS, settingText, type ShopSettings } from '../domain/shop/settings.ts';
import { assignmentsOf } from './assignments.ts';
import { objectOf } from './client.ts';
import { type Call, type CommandGroup, print } from './command.ts';
import { formatTable } from './table.ts';

export const SETTING_COMMANDS: CommandGroup = {
  name: 'settings',
  summary: 'What the shop is called, when it delivers and for how much.',
  commands: [
    {
      name: 'settings show',
      summary: 'show all settings',
      examples: { 'settings show': 'what the shop goes by', 'settings show --json': 'for a script' },
      run: async (call) => show(call, await call.shop().call('/settings', objectOf<ShopSettings>())),
    },
    {
      name: 'settings set <NAME=VALUE...>',
      summary: 'change settings; all of the given ones or, with a bad value, none',
      details: `Names: ${SETTING_NAMES.join(', ')}. Lists have commas between their values.`,
      examples: {
        'settings set phone="+880 1711-000000" fee=50': 'another phone, another fee',
        'settings set promo= promoBn=': 'no promo',
        'settings set deliveryDays=saturday,sunday,monday holidays=2026-12-16': 'when it delivers',
        'settings set "hours=saturday 09:00-22:00, friday 15:00-22:00"': 'when it is open; other days are closed',
      },
      run: set,
    },
  ],
};

async function set(call: Call): Promise<void> {
  const values = assignmentsOf(call.args, SETTING_NAMES, 'name');
  show(call, await call.shop().call('/settings', objectOf<ShopSettings>(), { method: 'PATCH', json: values }));
}

function show(call: Call, settings: object): void {
  const values = new Map<string, unknown>(Object.entries(settings));
  print(call, settings, () =>
    formatTable(
      [
        { heading: 'name', value: (name) => name },
        { heading: 'setting', value: (name) => SETTINGS[name].label },
        { heading: 'value', value: (name) => settingText(values.get(name)), maxWidth: 60 },
      ],
      SETTING_NAMES,
    ),
  );
}
