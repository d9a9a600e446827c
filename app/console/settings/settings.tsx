import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { act, actionOf, servicesFor } from '../context.ts';
import { SETTING_NAMES, SETTINGS, settingText } from '../../../domain/shop/settings.ts';
import { asRecord, jsonOf } from '../../../base/record.ts';
import { formText } from '../../context.ts';
import { Button, PageForm } from '../kit/form.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { Panel, SettingsScreen } from '../kit/screen.tsx';
import { SettingFields, typedSettings } from './setting-field.tsx';
import { t, told } from '../../../messages/console/t.ts';

const NAMES = SETTING_NAMES.filter((name) => !['Pages', 'Opening'].includes(SETTINGS[name].panel));
const PANELS = [...Map.groupBy(NAMES, (name) => SETTINGS[name].panel)];

export async function loader(args: LoaderFunctionArgs) {
  return (await servicesFor(args, 'settings')).shop.settings();
}

/** Only what was changed here: others may have changed the rest meanwhile. */
export const action = actionOf(
  act('settings.set', {
    done: t('Saved'),
    input: (form) => {
      // What the operator had in front of them. Without a readable one all that is typed counts.
      const base = asRecord(jsonOf(formText(form, 'base'))) ?? {};
      const typed = Object.entries(typedSettings(form, NAMES));
      return Object.fromEntries(typed.filter(([name, text]) => text !== base[name]));
    },
  }),
);

export { keepForm as clientAction } from '../kit/answer.ts';

export default function SettingsOfShop() {
  const settings = useLoaderData<typeof loader>();
  const base = Object.fromEntries(NAMES.map((name) => [name, settingText(settings[name])]));
  return (
    <SettingsScreen title={t('Settings')}>
      <PageForm className="flex flex-col gap-4">
        <input type="hidden" name="base" value={JSON.stringify(base)} />
        {PANELS.map(([panel, names]) => (
          <Panel key={panel} heading={told(panel)}>
            <SettingFields names={names} settings={settings} />
          </Panel>
        ))}
        <SaveBar>
          <Button label={t('Save')} waits className="min-w-32 max-lg:flex-1" />
        </SaveBar>
      </PageForm>
    </SettingsScreen>
  );
}
