import * as messages from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { Link, useLocation, useNavigation } from 'react-router';
import { resetForm } from '../../domain/accounts/account-forms.ts';
import { parseFields } from '../../domain/parsed.ts';
import { asRecord } from '../../base/record.ts';
import { CheckedForm, EmailField, FormScreen } from '../components/form-screen.tsx';
import { formAnswer, refuseForm, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { answerOr } from '../state/forms/form-answer.ts';
import { messagesOf } from '../state/forms/form-errors.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import type { Route } from './+types/reset-password';

export async function action(args: Route.ActionArgs) {
  const form = parseFields(resetForm, Object.fromEntries(await args.request.formData()));
  if (!form.ok) return refuseForm(args, form, { sent: false, errors: messagesOf(form.errors) });
  return formAnswer(
    args,
    async () => {
      const answer = await servicesOf(args).identity.requestReset(form.value, args.request);
      if (answer.ok) return { sent: true, errors: [] };
      const sentence = sentenceOf(answer.reason);
      const isKnown = answer.reason.code === 'no-user-with-email';
      return refuseForm(args, answer, isKnown ? notSent(sentence) : resetError(answer.status, sentence));
    },
    resetError(500),
  );
}

function resetError(code: number, message: string = messages.AN_ERROR_OCCURED) {
  return notSent(formatMessage(messages.RESET_ERROR, { code, message }));
}

function notSent(message: string) {
  return { sent: false, errors: [{ field: '', message }] };
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerOr(serverAction(), (status) => resetError(status));

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const { state } = useLocation();
  const typed = asRecord(state)?.email;
  const busy = useNavigation().state !== 'idle';
  return (
    <Page title={messages.RESET_PASSWORD} canonical="/user/reset-password">
      <FormScreen heading={messages.RESET_PASSWORD}>
        {actionData?.sent ? (
          <>
            <p role="status" className="rounded-xl bg-leaf-soft px-4 py-3 font-medium text-leaf-strong">
              {messages.RESET_SENT}
            </p>
            <Link to="/user/login" role="button" className="btn btn-primary">
              {messages.BACK_TO_LOGIN}
            </Link>
          </>
        ) : (
          <CheckedForm answer={actionData}>
            <p className="text-muted">{messages.RESET_HINT}</p>
            <EmailField defaultValue={typeof typed === 'string' ? typed : ''} />
            <button type="submit" className="btn btn-primary" disabled={busy}>
              {messages.SEND_RESET_LINK}
            </button>
            <Link to="/user/login" className="tap justify-center font-medium text-leaf hover:underline">
              {messages.BACK_TO_LOGIN}
            </Link>
          </CheckedForm>
        )}
      </FormScreen>
    </Page>
  );
}
