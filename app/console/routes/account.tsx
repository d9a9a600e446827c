import { data, type LoaderFunctionArgs, useLoaderData, useFetcher } from 'react-router';
import { servicesFor } from '../context.ts';
import type { Reason } from '../../../domain/reason.ts';
import type { Refused } from '../../../server/identity/refusals.ts';
import { formText } from '../../context.ts';
import { EmailText } from '../../components/email-text.tsx';
import { Passkeys } from '../account/passkeys.tsx';
import { Panel } from '../components/panel.tsx';
import { Screen } from '../components/screen.tsx';
import { SecondFactor } from '../account/second-factor.tsx';
import { SessionList } from '../account/session-list.tsx';
import { requireSession } from '../context.ts';
import { drawQrCode } from '../account/qr-code.ts';
import { operatorAction, refuse, sayRefusal } from '../operator-action.ts';
import type { AccountAnswer } from '../state/account-answer.ts';
import { keepForm, type Answer, useAnswerToast } from '../state/answer.ts';
import { useRight } from '../state/root-data.ts';
import { useState, useRef } from 'react';
import { PasswordField } from '../../components/password-field.tsx';
import { useFieldError } from '../state/field-error.ts';
import { Button } from '../components/button.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const session = await requireSession(args);
  const { secondFactor, orderMails } = session;
  const { email, name } = session.user;
  const { operators } = await servicesFor(args, 'account');
  const [sessions, passkeys] = await Promise.all([operators.sessions(session), operators.passkeys(session)]);
  return { email, name, secondFactor, orderMails, sessions, passkeys };
}

export const action = operatorAction('account', async (args, { services }) => {
  const { operators } = services;
  const { request } = args;
  const session = await requireSession(args);
  const form = await request.formData();
  const password = formText(form, 'password');
  // `good`: what was done, or the answer itself.
  const answer = <T extends { ok: true; headers?: Headers }>(
    outcome: T | Refused,
    field: AccountAnswer['field'],
    good: string | ((outcome: T) => AccountAnswer),
  ) => {
    if (!outcome.ok) return sayRefusal(args, outcome, field);
    const said: AccountAnswer = typeof good === 'string' ? { done: good } : good(outcome);
    return data(said, { headers: outcome.headers ?? {} });
  };

  switch (formText(form, 'intent')) {
    case 'password': {
      const outcome = await operators.changePassword({ current: formText(form, 'current'), password }, request);
      return answer(outcome, outcome.ok ? undefined : passwordField(outcome.reason), 'The password was changed.');
    }
    case 'begin':
      return answer(await operators.beginSecondFactor({ password }, request), 'password', (factor) => {
        const { secret, uri, recoveryCodes } = factor;
        return { factor: { secret, uri, recoveryCodes, qr: drawQrCode(uri) } };
      });
    case 'enable': {
      const outcome = await operators.enableSecondFactor({ code: formText(form, 'code') }, request);
      return answer(outcome, 'code', 'The second factor is on. Other browsers were logged out.');
    }
    case 'disable': {
      const outcome = await operators.disableSecondFactor({ password, code: formText(form, 'code') }, request);
      return answer(outcome, codeField(outcome), 'The second factor is off. Other browsers were logged out.');
    }
    case 'renew': {
      const outcome = await operators.renewRecoveryCodes({ password, code: formText(form, 'code') }, request);
      return answer(outcome, codeField(outcome), ({ recoveryCodes }) => ({ recoveryCodes }));
    }
    case 'passkey': {
      const outcome = await operators.beginPasskey({ password, code: formText(form, 'code') }, request);
      return answer(outcome, codeField(outcome), ({ options }) => ({ passkey: options }));
    }
    case 'passkey-add': {
      const passkey = { name: formText(form, 'name'), credential: formText(form, 'credential') };
      return answer(await operators.addPasskey(passkey, request), undefined, 'The passkey was added.');
    }
    case 'passkey-remove': {
      const outcome = await operators.removePasskey({ id: formText(form, 'passkey'), password }, request);
      return answer(outcome, 'password', 'The passkey was removed.');
    }
    case 'end':
      // Another press, or the 12 hours, may have ended it already.
      await operators.endSession(session, formText(form, 'session'));
      return { done: 'The session was ended.' };
    case 'later':
      return data({}, { headers: operators.dismissReminder(session) });
    case 'mails':
      await operators.setOrderMails(session, formText(form, 'on') === 'yes');
      return {};
    default:
      return refuse(args, 400);
  }
});

export const clientAction = keepForm;

function codeField(outcome: { ok: boolean; code?: string }): AccountAnswer['field'] {
  return outcome.code === 'INVALID_CODE' ? 'code' : 'password';
}

function passwordField({ code }: Reason): AccountAnswer['field'] {
  if (code === 'wrong-password') return 'current';
  return code.startsWith('password-') ? 'password' : undefined;
}

export default function Account() {
  const { email, name, secondFactor, orderMails, sessions, passkeys } = useLoaderData<typeof loader>();
  const gets = useRight('orders');
  return (
    <Screen title="Account">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Panel heading={name}>
            <p className="text-muted">
              <EmailText email={email} />
            </p>
            {gets ? <OrderMails on={orderMails} /> : null}
          </Panel>
          <Passkeys passkeys={passkeys} email={email} needsCode={secondFactor} />
          <SecondFactor on={secondFactor} email={email} />
        </div>
        <div className="flex flex-col gap-4">
          <ChangePassword email={email} />
          <SessionList sessions={sessions} />
        </div>
      </div>
    </Screen>
  );
}

function OrderMails({ on }: { on: boolean }) {
  const fetcher = useFetcher<Answer>();
  useAnswerToast(fetcher);
  // The fetcher knows what it sends only after the event, and the box would spring back.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const save = async (checked: boolean): Promise<void> => {
    setWanted(checked);
    await fetcher.submit({ intent: 'mails', on: checked ? 'yes' : 'no' }, { method: 'post' });
    setWanted(null);
  };
  return (
    <label className="tap gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-leaf"
        checked={wanted ?? on}
        onChange={({ currentTarget: { checked } }) => void save(checked)}
      />
      Mail me about new orders
    </label>
  );
}

function ChangePassword({ email }: { email: string }) {
  const fetcher = useFetcher<AccountAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const error = useFieldError(fetcher, form);
  return (
    <Panel heading="Password">
      <fetcher.Form ref={form} method="post" className="flex flex-col gap-3">
        {/* For password managers. */}
        <input type="hidden" autoComplete="username" value={email} />
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          error={error('current')}
        />
        <PasswordField label="New password" autoComplete="new-password" error={error('password')} />
        <p className="text-sm text-muted">At least 8 characters. All other browsers of this account are logged out.</p>
        <Button intent="password" label="Change password" className="self-start" />
      </fetcher.Form>
    </Panel>
  );
}
