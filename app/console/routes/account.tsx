import { AN_ERROR_OCCURED } from '#messages';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Reason } from '../../../domain/reason.ts';
import { formAnswer, formText, refuseForm, servicesOf } from '../../context.ts';
import { EmailText } from '../../components/email-text.tsx';
import { sentenceOf } from '../../../messages/sentence.ts';
import { ChangePassword } from '../account/change-password.tsx';
import { OrderMails } from '../account/order-mails.tsx';
import { Passkeys } from '../account/passkeys.tsx';
import { Panel } from '../components/panel.tsx';
import { Screen } from '../components/screen.tsx';
import { SecondFactor } from '../account/second-factor.tsx';
import { SessionList } from '../account/session-list.tsx';
import { requireSession } from '../context.ts';
import { drawQrCode } from '../account/qr-code.ts';
import type { AccountAnswer } from '../state/account-answer.ts';
import { keepForm } from '../state/answer.ts';

export async function loader(args: LoaderFunctionArgs) {
  const session = await requireSession(args);
  const { secondFactor, orderMails } = session;
  const { email, name } = session.user;
  const { operators } = servicesOf(args);
  const [sessions, passkeys] = await Promise.all([operators.sessions(session), operators.passkeys(session)]);
  return { email, name, secondFactor, orderMails, sessions, passkeys };
}

export async function action(args: ActionFunctionArgs) {
  await requireSession(args);
  const form = await args.request.formData();
  return formAnswer(args, () => change(args, form), FAILED);
}

export const clientAction = keepForm;

const FAILED: AccountAnswer = { error: AN_ERROR_OCCURED };

async function change(args: ActionFunctionArgs, form: FormData) {
  const { operators } = servicesOf(args);
  const { request } = args;
  const session = await requireSession(args);
  const password = formText(form, 'password');
  const refused = (
    refusal: { status: number; reason: Reason; retryAfter?: number },
    field?: AccountAnswer['field'],
  ) => {
    const answer: AccountAnswer = { error: sentenceOf(refusal.reason), ...(field ? { field } : {}) };
    return refuseForm(args, refusal, answer);
  };
  const done = (answer: AccountAnswer, headers = new Headers()) => data(answer, { headers });

  switch (formText(form, 'intent')) {
    case 'password': {
      const outcome = await operators.changePassword({ current: formText(form, 'current'), password }, request);
      if (!outcome.ok) return refused(outcome, passwordField(outcome.reason));
      return done({ done: 'The password was changed.' }, outcome.headers);
    }
    case 'begin': {
      const outcome = await operators.beginSecondFactor({ password }, request);
      if (!outcome.ok) return refused(outcome, 'password');
      const { secret, uri, recoveryCodes } = outcome;
      return done({ factor: { secret, uri, recoveryCodes, qr: drawQrCode(uri) } });
    }
    case 'enable': {
      const outcome = await operators.enableSecondFactor({ code: formText(form, 'code') }, request);
      if (!outcome.ok) return refused(outcome, 'code');
      return done({ done: 'The second factor is on.' }, outcome.headers);
    }
    case 'disable': {
      const outcome = await operators.disableSecondFactor({ password }, request);
      if (!outcome.ok) return refused(outcome, 'password');
      return done({ done: 'The second factor is off.' }, outcome.headers);
    }
    case 'renew': {
      const outcome = await operators.renewRecoveryCodes({ password }, request);
      if (!outcome.ok) return refused(outcome, 'password');
      return done({ recoveryCodes: outcome.recoveryCodes });
    }
    case 'passkey': {
      const outcome = await operators.beginPasskey({ password }, request);
      if (!outcome.ok) return refused(outcome, 'password');
      return done({ passkey: outcome.options }, outcome.headers);
    }
    case 'passkey-add': {
      const passkey = { name: formText(form, 'name'), credential: formText(form, 'credential') };
      const outcome = await operators.addPasskey(passkey, request);
      if (!outcome.ok) return refused(outcome);
      return done({ done: 'The passkey was added.' }, outcome.headers);
    }
    case 'passkey-remove': {
      const outcome = await operators.removePasskey({ id: formText(form, 'passkey'), password }, request);
      if (!outcome.ok) return refused(outcome, 'password');
      return done({ done: 'The passkey was removed.' });
    }
    case 'end': {
      // Another press, or the 12 hours, may have ended it already.
      await operators.endSession(session, formText(form, 'session'));
      return done({ done: 'The session was ended.' });
    }
    case 'mails': {
      await operators.setOrderMails(session, formText(form, 'on') === 'yes');
      return done({});
    }
    default:
      return refuseForm(args, { status: 400 }, FAILED);
  }
}

function passwordField({ code }: Reason): AccountAnswer['field'] {
  if (code === 'wrong-password') return 'current';
  return code.startsWith('password-') ? 'password' : undefined;
}

export default function Account() {
  const { email, name, secondFactor, orderMails, sessions, passkeys } = useLoaderData<typeof loader>();
  return (
    <Screen title="Account">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Panel heading={name}>
            <p className="text-muted">
              <EmailText email={email} />
            </p>
            <OrderMails on={orderMails} />
          </Panel>
          <ChangePassword email={email} />
        </div>
        <div className="flex flex-col gap-4">
          <SecondFactor on={secondFactor} email={email} />
          <Passkeys passkeys={passkeys} email={email} />
          <SessionList sessions={sessions} />
        </div>
      </div>
    </Screen>
  );
}
