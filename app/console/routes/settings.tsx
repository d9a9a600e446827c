import { Form, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router';
import { servicesFor } from '../context.ts';
import { SETTING_NAMES, SETTINGS, settingText } from '../../../domain/shop/settings.ts';
import { asRecord, jsonOf } from '../../../base/record.ts';
import { FieldErrors } from '../../components/field.tsx';
import { formText, refuseForm } from '../../context.ts';
import { Button } from '../components/button.tsx';
import { Panel } from '../components/panel.tsx';
import { operatorAction } from '../operator-action.ts';
import { SettingField, typedSetting } from '../settings/setting-field.tsx';
import { SettingsScreen } from '../settings/settings-screen.tsx';
import { type Answer, keepForm, useAnswerToast } from '../state/answer.ts';
import { usePageAnswer } from '../state/use-page-answer.ts';

const NAMES = SETTING_NAMES.filter((name) => SETTINGS[name].screen === 'settings');
const PANELS = [...new Set(NAMES.map((name) => SETTINGS[name].panel))];

type SettingsAnswer = Answer & { errors?: Partial<Record<string, string>> };

export async function loader(args: LoaderFunctionArgs) {
  return (await servicesFor(args, 'settings')).shop.settings();
}

/** Only what was changed here: others may have changed the rest meanwhile. */
export const action = operatorAction('settings', async (args, { by, services }) => {
  const form = await args.request.formData();
  // What the operator had in front of them. Without a readable one all that is typed counts.
  const base = asRecord(jsonOf(formText(form, 'base'))) ?? {};
  const typed = NAMES.map((name) => [name, typedSetting(form, name, SETTINGS[name])] as const);
  const changed = typed.filter(([name, text]) => text !== base[name]);
  const outcome = await services.shop.change(Object.fromEntries(changed), by);
  if (outcome.kind === 'changed') return { done: 'Saved' } satisfies SettingsAnswer;
  return refuseForm<SettingsAnswer>(args, { status: 422 }, { errors: outcome.faults });
});

export const clientAction = keepForm;

export default function SettingsOfShop() {
  const settings = useLoaderData<typeof loader>();
  const answer = usePageAnswer<SettingsAnswer>();
  const { state } = useNavigation();
  useAnswerToast({ state: 'idle', data: answer });
  const errors = Object.entries(answer?.errors ?? {}).map(([field, message = '']) => ({ field, message }));
  const base = Object.fromEntries(NAMES.map((name) => [name, settingText(settings[name])]));
  return (
    <SettingsScreen title="Settings">
      <Form method="post" noValidate className="flex flex-col gap-4">
        <input type="hidden" name="base" value={JSON.stringify(base)} />
        <FieldErrors errors={errors}>
          {PANELS.map((panel) => (
            <Panel key={panel} heading={panel}>
              <div className="grid grid-cols-2 items-start gap-4">
                {NAMES.filter((name) => SETTINGS[name].panel === panel).map((name) => (
                  <SettingField key={name} name={name} setting={SETTINGS[name]} value={settings[name]} />
                ))}
              </div>
            </Panel>
          ))}
        </FieldErrors>
        <Button
          label="Save"
          disabled={state === 'submitting'}
          className="sticky bottom-20 min-w-32 self-start lg:bottom-4"
        />
      </Form>
    </SettingsScreen>
  );
}
