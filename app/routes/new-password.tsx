import * as messages from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { Link, useNavigation } from 'react-router';
import { CheckedForm, FormScreen } from '../components/form-screen.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { formAnswer, formText, refuseForm, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import type { Reason } from '../../domain/reason.ts';
import { answerOr } from '../state/forms/form-answer.ts';
import { fieldOf } from '../state/forms/form-errors.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import type { Route } from './+types/new-password';

export async function action(args: Route.ActionArgs) {
  const password = formText(await args.request.formData(), 'password');
  return formAnswer(
    args,
    async () => {
      const { token } = args.params;
      const answer = await servicesOf(args).identity.resetPassword({ token, password }, args.request);
      if (answer.ok) return { done: true, expired: false, errors: [] };
      return refuseForm(args, answer, failure(answer.status, answer.reason));
    },
    failure(500),
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerOr(serverAction(), (status) => failure(status));

/** Product §5 has the code in English. */
function failure(code: number, reason: Reason = { code: 'error' }) {
  const sentence = sentenceOf(reason);
  const message =
    messages.LANGUAGE === 'en' ? formatMessage(messages.RESET_ERROR, { code, message: sentence }) : sentence;
  return { done: false, expired: reason.code === 'invalid-token', errors: [{ field: fieldOf(reason), message }] };
}

export default function NewPassword({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  return (
    <Page title={messages.SET_A_NEW_PASSWORD} personal>
      <FormScreen heading={messages.SET_A_NEW_PASSWORD}>
        {actionData?.done ? (
          <>
            <p role="status" className="rounded-xl bg-leaf-soft px-4 py-3 font-medium text-leaf-strong">
              {messages.PASSWORD_CHANGED}
            </p>
            <Link to="/user/login" className="btn btn-primary">
              {messages.BACK_TO_LOGIN}
            </Link>
          </>
        ) : (
          <CheckedForm answer={actionData}>
            {actionData?.expired ? (
              <Link to="/user/reset-password" className="btn btn-primary">
                {messages.ASK_FOR_NEW_LINK}
              </Link>
            ) : (
              <>
                <PasswordField autoComplete="new-password" />
                <p className="text-sm text-muted">{messages.PASSWORD_HINT}</p>
                <button type="submit" className="btn btn-primary" disabled={busy}>
                  {messages.SET_NEW_PASSWORD}
                </button>
              </>
            )}
          </CheckedForm>
        )}
      </FormScreen>
    </Page>
  );
}
