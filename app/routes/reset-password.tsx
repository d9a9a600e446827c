import {
  AN_ERROR_OCCURED,
  BACK_TO_LOGIN,
  FIELD_LABELS,
  RESET_ERROR,
  RESET_HINT,
  RESET_PASSWORD,
  RESET_SENT,
  SEND_RESET_LINK,
} from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { Form, Link, useLocation, useNavigation } from 'react-router';
import { resetForm } from '../../domain/accounts/account-forms.ts';
import { FIELD_LIMITS } from '../../domain/accounts/contact.ts';
import { parseBy } from '../../domain/parsed.ts';
import { asRecord } from '../../shared/record.ts';
import { Field } from '../components/field.tsx';
import { FormError, FormScreen } from '../components/form-screen.tsx';
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
      const told = isKnown ? sentence : resetError(answer.status, sentence);
      return refuseForm(args, answer, { sent: false, error: told });
    },
    { sent: false, error: resetError(500, AN_ERROR_OCCURED) },
  );
}

function resetError(code: number, message: string): string {
  return formatMessage(RESET_ERROR, { code, message });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerOr(serverAction(), (status) => ({
    sent: false,
    error: resetError(status, AN_ERROR_OCCURED),
  }));

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const { state } = useLocation();
  const typed = asRecord(state)?.email;
  const busy = useNavigation().state !== 'idle';
  return (
    <Page title={RESET_PASSWORD} canonical="/user/reset-password">
      <FormScreen heading={RESET_PASSWORD}>
        {actionData?.sent ? (
          <>
            <p role="status" className="rounded-xl bg-leaf-soft px-4 py-3 font-medium text-leaf-strong">
              {RESET_SENT}
            </p>
            <Link to="/user/login" role="button" className="btn btn-primary">
              {BACK_TO_LOGIN}
            </Link>
          </>
        ) : (
          <Form method="post" className="flex flex-col gap-4">
            <p className="text-muted">{RESET_HINT}</p>
            <FormError text={actionData?.error} />
            <Field
              label={FIELD_LABELS.email}
              name="email"
              type="email"
              autoComplete="username"
              required
              maxLength={FIELD_LIMITS.email}
              defaultValue={typeof typed === 'string' ? typed : ''}
            />
            <button type="submit" className="btn btn-primary" disabled={busy}>
              {SEND_RESET_LINK}
            </button>
            <Link to="/user/login" className="tap justify-center font-medium text-leaf hover:underline">
              {BACK_TO_LOGIN}
            </Link>
          </Form>
        )}
      </FormScreen>
    </Page>
  );
}
