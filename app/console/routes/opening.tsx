import { Form, Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigation } from 'react-router';
import { servicesFor } from '../context.ts';
import Check from 'virtual:icons/check';
import { isOpenForOrders } from '../../../domain/shop/checks.ts';
import { nextStep, openingStepOf, STEP_RULES } from '../../../domain/shop/opening.ts';
import { OPENING_STEPS, SETTINGS } from '../../../domain/shop/settings.ts';
import { FieldErrors } from '../../components/field.tsx';
import { formText, refuseForm } from '../../context.ts';
import { Button } from '../components/button.tsx';
import { CheckList } from '../components/check-list.tsx';
import { Panel } from '../components/panel.tsx';
import { Screen } from '../components/screen.tsx';
import { operatorAction } from '../operator-action.ts';
import { SettingField, typedSetting } from '../settings/setting-field.tsx';
import { type Answer, keepForm, useAnswerToast } from '../state/answer.ts';
import { usePageAnswer } from '../state/use-page-answer.ts';

type OpeningAnswer = Answer & { errors?: Partial<Record<string, string>> };

export async function loader(args: LoaderFunctionArgs) {
  const { shop, checks } = await servicesFor(args, 'settings');
  const settings = shop.settings();
  const asked = openingStepOf(args.url.searchParams.get('step'));
  return { settings, step: asked ?? nextStep(settings), checks: await checks.all() };
}

/** Saves a step and goes on to the next one, or opens the shop. The address of what is refused stays that of its step. */
export const action = operatorAction('settings', async (args, { by, services }) => {
  const { shop } = services;
  const form = await args.request.formData();
  const step = openingStepOf(formText(form, 'step'));
  const names = step ? STEP_RULES[step].settings : [];
  const given = Object.fromEntries(names.map((name) => [name, typedSetting(form, name, SETTINGS[name])]));
  const opening = [...shop.settings().opening, step ?? 'open'];
  const outcome = await shop.change({ ...given, opening }, by);
  if (outcome.kind === 'refused') return refuseForm<OpeningAnswer>(args, { status: 422 }, { errors: outcome.faults });
  if (step) throw redirect('/opening');
  return { done: 'The shop is open for orders.' } satisfies OpeningAnswer;
});

export const clientAction = keepForm;

/** The way from a fresh shop to one that is open. Each step can be left, and found again. */
export default function Opening() {
  const { settings, step, checks } = useLoaderData<typeof loader>();
  const answer = usePageAnswer<OpeningAnswer>();
  const { state } = useNavigation();
  useAnswerToast({ state: 'idle', data: answer });
  const errors = Object.entries(answer?.errors ?? {}).map(([field, message = '']) => ({ field, message }));
  const rules = step && STEP_RULES[step];
  const open = isOpenForOrders(settings);
  return (
    <Screen title="Open your shop">
      <ol className="flex flex-wrap gap-1">
        {OPENING_STEPS.map((one) => (
          <li key={one}>
            <Link
              to={`?step=${one}`}
              aria-current={one === step ? 'step' : undefined}
              className="chip gap-1.5 text-muted hover:text-ink aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong"
            >
              {settings.opening.includes(one) ? <Check className="size-4 text-leaf" aria-label="Done:" /> : null}
              {STEP_RULES[one].title}
            </Link>
          </li>
        ))}
      </ol>
      {rules ? (
        <Form key={step} method="post" action={`/opening?step=${step}`} noValidate>
          <Panel heading={rules.title}>
            <p className="text-muted">{rules.hint}</p>
            <input type="hidden" name="step" value={step} />
            <FieldErrors errors={errors}>
              <div className="grid grid-cols-2 items-start gap-4 empty:hidden">
                {rules.settings.map((name) => (
                  <SettingField key={name} name={name} setting={SETTINGS[name]} value={settings[name]} />
                ))}
              </div>
            </FieldErrors>
            <div className="flex flex-wrap gap-2">
              <Button
                label={rules.settings.length > 0 ? 'Save and go on' : 'Go on'}
                disabled={state === 'submitting'}
              />
              {rules.links.map(({ to, text }) => (
                <Link key={to} to={to} className="btn btn-quiet">
                  {text}
                </Link>
              ))}
            </div>
          </Panel>
        </Form>
      ) : null}
      <Panel heading={open ? 'The shop is open' : 'Before you open'}>
        <CheckList checks={checks} />
        {open ? null : (
          <Form method="post" action="/opening">
            <Button label="Open for orders" disabled={state === 'submitting'} />
          </Form>
        )}
      </Panel>
    </Screen>
  );
}
