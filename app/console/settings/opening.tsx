import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import Check from 'virtual:icons/check';
import { actionOf, perform, sayRefusal, servicesFor } from '../context.ts';
import { isOpenForOrders } from '../../../domain/shop/checks.ts';
import { OPENING_STEPS, type OpeningStep, type SettingName } from '../../../domain/shop/settings.ts';
import { formText } from '../../context.ts';
import { Button, ButtonLink, PageForm } from '../kit/form.tsx';
import { CheckLists, Panel, Screen } from '../kit/screen.tsx';
import { SettingFields, typedSettings } from './setting-field.tsx';
import { t } from '../../../messages/console/t.ts';

/** The steps that the operator of a fresh shop is led through. */
interface StepRules {
  title: string;
  hint: string;
  /** What is set in this step. */
  settings?: readonly SettingName[];
  /** Screens of the console that belong to it. */
  links?: readonly { to: string; text: string }[];
}

const STEP_RULES: Readonly<Record<OpeningStep, StepRules>> = {
  name: {
    title: t('Name'),
    hint: t('What shoppers call the shop, and what the line at the top promises. Without a promo text there is none.'),
    settings: ['name', 'nameBn', 'promo', 'promoBn'],
  },
  phone: { title: t('Phone'), hint: t('Shoppers call it when something is wrong.'), settings: ['phone'] },
  hours: {
    title: t('Hours'),
    hint: t('When the shop is open, and on which days it delivers.'),
    settings: ['hours', 'deliveryDays', 'holidays', 'sameDayUntil'],
  },
  fee: {
    title: t('Delivery fee'),
    hint: t('One fee for all, or one for each area.'),
    settings: ['fee', 'freeFrom', 'minimum'],
    links: [{ to: '/areas', text: t('Fees by area') }],
  },
  catalogue: {
    title: t('Products'),
    hint: t('Import your own list from a file, which can also remove the demo products. Or keep these for now.'),
    links: [
      { to: '/import', text: t('Import a file') },
      { to: '/products', text: t('See the products') },
      { to: '/categories', text: t('Categories') },
    ],
  },
  mail: {
    title: t('Mail'),
    hint: t(
      'Shoppers get a mail for each order, once whoever installed the shop has said how it is sent. Until then mails are only written to files.',
    ),
  },
  backup: {
    title: t('Backup'),
    hint: t(
      'A backup is one file with everything the shop keeps. You can download one now. Whoever installed the shop can have it made every night.',
    ),
    links: [{ to: '/health', text: t('Download a backup') }],
  },
};

export async function loader(args: LoaderFunctionArgs) {
  const { shop, checks } = await servicesFor(args, 'settings');
  const settings = shop.settings();
  const asked = stepOf(args.url.searchParams.get('step'));
  const next = OPENING_STEPS.find((step) => !settings.opening.includes(step));
  return { settings, step: asked ?? next, checks: await checks.all() };
}

function stepOf(text: string | null): OpeningStep | undefined {
  return OPENING_STEPS.find((step) => step === text);
}

/** Saves a step and goes on to the next one, or opens the shop. A refused step keeps its address. */
export const action = actionOf(async (form, args) => {
  const { shop } = await servicesFor(args, 'settings');
  const step = stepOf(formText(form, 'step'));
  const given = typedSettings(form, (step && STEP_RULES[step].settings) ?? []);
  const opening = [...shop.settings().opening, step ?? 'open'];
  const saved = await perform(args, 'settings.set', { ...given, opening });
  if (!saved.ok) return sayRefusal(args, saved);
  if (step) throw redirect('/opening');
  return { done: t('The shop is open for orders.') };
});

export { keepForm as clientAction } from '../kit/answer.ts';

/** The way from a fresh shop to one that is open. Each step can be left, and found again. */
export default function Opening() {
  const { settings, step, checks } = useLoaderData<typeof loader>();
  const rules = step && STEP_RULES[step];
  const open = isOpenForOrders(settings);
  return (
    <Screen title={t('Open your shop')}>
      <ol className="flex flex-wrap gap-1">
        {OPENING_STEPS.map((one) => (
          <li key={one}>
            <Link
              to={`?step=${one}`}
              aria-current={one === step ? 'step' : undefined}
              className="chip gap-1 text-muted hover:text-ink aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong"
            >
              {settings.opening.includes(one) ? <Check className="size-4 text-leaf" aria-label={t('Done:')} /> : null}
              {STEP_RULES[one].title}
            </Link>
          </li>
        ))}
      </ol>
      {rules ? (
        <PageForm key={step} action={`/opening?step=${step}`}>
          <Panel heading={rules.title}>
            <p className="text-muted">{rules.hint}</p>
            <input type="hidden" name="step" value={step} />
            <SettingFields names={rules.settings ?? []} settings={settings} />
            <div className="flex flex-wrap gap-2">
              <Button label={rules.settings ? t('Save and go on') : t('Go on')} waits />
              {rules.links?.map(({ to, text }) => (
                <ButtonLink key={to} to={to} label={text} />
              ))}
            </div>
          </Panel>
        </PageForm>
      ) : null}
      <PageForm action="/opening">
        <Panel heading={open ? t('The shop is open') : t('Before you open')}>
          <CheckLists checks={checks} />
          {open ? null : <Button label={t('Open for orders')} waits className="self-start" />}
        </Panel>
      </PageForm>
    </Screen>
  );
}
