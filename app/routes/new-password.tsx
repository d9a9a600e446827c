import * as messages from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { Form, Link, useNavigation } from 'react-router';
import { FormError, FormScreen } from '../components/form-screen.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { formAnswer, formText, refuseForm, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { answerOr } from '../state/forms/form-answer.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import type { Route } from './+types/new-password';

export async function action(args: Route.ActionArgs) {
  const password = formText(await args.request.formData(), 'password');
  return formAnswer(
    args,
    async () => {
      const { token } = args.params;
      const answer = await servicesOf(args).identity.resetPassword({ token, password }, args.request);
      if (answer.ok) return { done: true, error: null };
      return refuseForm(args, answer, failure(answer.status, sentenceOf(answer.reason)));
    },
    failure(500),
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOr(serverAction(), failure);

function failure(status: number, message: string = messages.AN_ERROR_OCCURED) {
  return { done: false, error: formatMessage(messages.RESET_ERROR, { code: status, message }) };
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
          <Form method="post" className="flex flex-col gap-4">
            <FormError text={actionData?.error} />
            <PasswordField autoComplete="new-password" />
            <button type="submit" className="btn btn-primary" disabled={busy}>
              {messages.SET_NEW_PASSWORD}
            </button>
            {actionData?.error ? (
              <Link
                to="/user/reset-password"
                className="inline-flex min-h-11 items-center justify-center font-medium text-leaf hover:underline"
              >
                {messages.ASK_FOR_NEW_LINK}
              </Link>
            ) : null}
          </Form>
        )}
      </FormScreen>
    </Page>
  );
}
