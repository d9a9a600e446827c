import * as messages from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { Form, Link, useLocation, useNavigation } from 'react-router';
import { resetForm } from '../../domain/accounts/account-forms.ts';
import { parseBy } from '../../domain/parsed.ts';
import { asRecord } from '../../base/record.ts';
import { EmailField, FormError, FormScreen } from '../components/form-screen.tsx';
import { formAnswer, refuseForm, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { answerOr } from '../state/forms/form-answer.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import type { Route } from './+types/reset-password';

export async function action(args: Route.ActionArgs) {
  const form = parseBy(resetForm, Object.fromEntries(await args.request.formData()));
  if (!form.ok) return refuseForm(args, form, { sent: false, error: sentenceOf(form.reason) });
  return formAnswer(
    args,
    async () => {
      const answer = await servicesOf(args).identity.requestReset(form.value, args.request);
      if (answer.ok) return { sent: true, error: null };
      const sentence = sentenceOf(answer.reason);
      const isKnown = answer.reason.code === 'no-user-with-email';
      return refuseForm(args, answer, { sent: false, error: isKnown ? sentence : resetError(answer.status, sentence) });
    },
    { sent: false, error: resetError(500, messages.AN_ERROR_OCCURED) },
  );
}

function resetError(code: number, message: string): string {
  return formatMessage(messages.RESET_ERROR, { code, message });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerOr(serverAction(), (status) => ({ sent: false, error: resetError(status, messages.AN_ERROR_OCCURED) }));

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
          <Form method="post" className="flex flex-col gap-4">
            <p className="text-muted">{messages.RESET_HINT}</p>
            <FormError text={actionData?.error} />
            <EmailField defaultValue={typeof typed === 'string' ? typed : ''} />
            <button type="submit" className="btn btn-primary" disabled={busy}>
              {messages.SEND_RESET_LINK}
            </button>
            <Link to="/user/login" className="tap justify-center font-medium text-leaf hover:underline">
              {messages.BACK_TO_LOGIN}
            </Link>
          </Form>
        )}
      </FormScreen>
    </Page>
  );
}
