import { LANGUAGE } from '#messages';
import { useRef, useState } from 'react';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useFetcher,
  useLoaderData,
  Form,
  redirect,
} from 'react-router';
import { LANGUAGE_RULES, LANGUAGES, parseLanguage } from '../../../base/language.ts';
import { type NamesWith, textFields } from '../../../base/record.ts';
import { isPhoneLogin } from '../../../domain/accounts/account.ts';
import type { Outcome } from '../../../domain/outcome.ts';
import type { Operators } from '../../../server/identity/operators.ts';
import { t } from '../../../messages/console/t.ts';
import { EmailText } from '../../components/email-text.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { formText } from '../../context.ts';
import { actionOf, sayRefusal, servicesFor, staffOf } from '../context.ts';
import { ActionForm, Button, useKeepFocus } from '../kit/form.tsx';
import { CheckBox } from '../kit/fields.tsx';
import { drawQrCode } from '../kit/qr-code.tsx';
import { say } from '../kit/say.tsx';
import { Panel, Screen, useRight } from '../kit/screen.tsx';
import { Age } from '../kit/values.tsx';
import { deviceName } from './device-name.ts';
import { NotifyPhone } from './notify-phone.tsx';
import { Passkeys } from './passkeys.tsx';
import { type AccountAnswer, SecondFactor } from './second-factor.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const { services, session } = await staffOf(args, 'account');
  const { secondFactor, orderMails } = session;
  const { email, name } = session.user;
  const { operators } = services;
  const [sessions, passkeys] = await Promise.all([operators.sessions(session), operators.passkeys(session)]);
  return { email, name, secondFactor, orderMails, sessions, passkeys };
}

/** Who changes a key says the password or a code again: a console may stand open on a counter. */
const FIELDS = ['password', 'currentPassword', 'newPassword', 'code', 'name', 'id', 'credential'] as const;

type Typed = Record<(typeof FIELDS)[number], string>;
type Own = NamesWith<Operators, (typed: Typed, caller: Request) => Promise<Outcome<object>>>;
type ValueOf<Name extends Own> = Extract<Awaited<ReturnType<Operators[Name]>>, { ok: true }>['value'];

/** A form about one's own keys. `said`: what was done, or what else the screen gets. */
function own<Name extends Own>(name: Name, said: string | ((value: ValueOf<Name>) => AccountAnswer)) {
  return async (form: FormData, args: ActionFunctionArgs) => {
    const { operators } = await servicesFor(args, 'account');
    const typed = textFields(Object.fromEntries(form), FIELDS);
    const outcome: Outcome<object> = await operators[name](typed, args.request);
    if (!outcome.ok) return sayRefusal(args, outcome);
    const value = outcome.value as ValueOf<Name> & { headers?: Headers };
    return data(typeof said === 'string' ? { done: said } : said(value), { headers: value.headers ?? {} });
  };
}

export const action = actionOf({
  password: own('changePassword', t('The password was changed.')),
  begin: own('beginSecondFactor', (factor) => ({ factor: { ...factor, qr: drawQrCode(factor.uri) } })),
  enable: own('enableSecondFactor', t('The second factor is on. Other browsers were logged out.')),
  disable: own('disableSecondFactor', t('The second factor is off. Other browsers were logged out.')),
  renew: own('renewRecoveryCodes', ({ recoveryCodes }) => ({ recoveryCodes })),
  passkey: own('beginPasskey', ({ options }) => ({ passkey: options })),
  'passkey-add': own('addPasskey', t('The passkey was added.')),
  'passkey-remove': own('removePasskey', t('The passkey was removed.')),
  async end(form, args) {
    const { services, session } = await staffOf(args, 'account');
    await services.operators.endSession(session, formText(form, 'session'));
    return { done: t('The session was ended.') };
  },
  async later(_, args) {
    const { services, session } = await staffOf(args, 'account');
    return data({}, { headers: services.operators.dismissReminder(session) });
  },
  async language(form, args) {
    const { services, session } = await staffOf(args, 'account');
    const chosen = parseLanguage(formText(form, 'language')) ?? LANGUAGE;
    const cookie = await services.operators.setLanguage(session, chosen);
    throw redirect('/account', { headers: { 'Set-Cookie': cookie } });
  },
  async mails(form, args) {
    const { services, session } = await staffOf(args, 'account');
    await services.operators.setOrderMails(session, formText(form, 'on') === 'yes');
    return {};
  },
});

export { keepRow as clientAction } from '../kit/answer.ts';

export default function Account() {
  const { email, name, secondFactor, orderMails, sessions, passkeys } = useLoaderData<typeof loader>();
  const gets = useRight('orders');
  return (
    <Screen title={t('Account')}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Panel heading={name}>
            <p className="text-muted">
              <EmailText email={email} />
            </p>
            {gets && !isPhoneLogin(email) ? <OrderMails on={orderMails} /> : null}
            <Languages />
          </Panel>
          <Passkeys passkeys={passkeys} email={email} needsCode={secondFactor} />
          {gets ? <NotifyPhone /> : null}
          <SecondFactor on={secondFactor} email={email} />
        </div>
        <div className="flex flex-col gap-4">
          <ChangePassword email={email} />
          <Sessions sessions={sessions} />
        </div>
      </div>
    </Screen>
  );
}

/** Another language is another document. */
function Languages() {
  return (
    <Form method="post" reloadDocument className="flex flex-wrap gap-2" role="group" aria-label={t('Language')}>
      <input type="hidden" name="intent" value="language" />
      {LANGUAGES.map((language) => (
        <button
          key={language}
          name="language"
          value={language}
          lang={language}
          aria-pressed={language === LANGUAGE}
          className="btn btn-quiet aria-pressed:bg-leaf-soft aria-pressed:text-leaf-strong"
        >
          {LANGUAGE_RULES[language].name}
        </button>
      ))}
    </Form>
  );
}

function OrderMails({ on }: { on: boolean }) {
  const fetcher = useFetcher();
  // The fetcher knows what it sends only after the event, and the box would spring back.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const save = async (checked: boolean): Promise<void> => {
    setWanted(checked);
    await fetcher.submit({ intent: 'mails', on: checked ? 'yes' : 'no' }, { method: 'post' });
    setWanted(null);
  };
  return (
    <CheckBox
      label={t('Mail me about new orders')}
      className="gap-3"
      checked={wanted ?? on}
      onChange={({ currentTarget: { checked } }) => void save(checked)}
    />
  );
}

function ChangePassword({ email }: { email: string }) {
  return (
    <Panel heading={t('Password')}>
      <ActionForm className="flex flex-col gap-3">
        {/* For password managers. */}
        <input type="hidden" autoComplete="username" value={email} />
        <PasswordField label={t('Current password')} name="currentPassword" autoComplete="current-password" />
        <PasswordField label={t('New password')} name="newPassword" autoComplete="new-password" />
        <p className="text-sm text-muted">
          {t('At least 8 characters. All other browsers of this account are logged out.')}
        </p>
        <Button look="quiet" intent="password" label={t('Change password')} className="self-start" />
      </ActionForm>
    </Panel>
  );
}

function Sessions({ sessions }: { sessions: Awaited<ReturnType<Operators['sessions']>> }) {
  const list = useRef<HTMLUListElement>(null);
  useKeepFocus(list, sessions.length);
  return (
    <Panel heading={t('Sessions')}>
      <ul ref={list} tabIndex={-1} className="rows focus:[outline:none]">
        {sessions.map(({ id, current, createdAt, lastUsedAt, userAgent }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-1">
            <div className="mr-auto min-w-0">
              <p id={`session-${id}`} className="font-semibold">
                {deviceName(userAgent)}
              </p>
              <p className="text-sm text-muted">
                {current ? (
                  <span className="font-semibold text-leaf-strong">{t('This browser')}</span>
                ) : (
                  say('last used {age}', { age: <Age at={lastUsedAt} /> })
                )}
                {say(', logged in {age}', { age: <Age at={createdAt} /> })}
              </p>
            </div>
            {current ? null : (
              <ActionForm fields={{ session: id }}>
                <Button look="quiet" intent="end" label={t('End')} aria-describedby={`session-${id}`} />
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('A session ends after 12 hours without use.')}</p>
    </Panel>
  );
}
