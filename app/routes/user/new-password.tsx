import * as messages from '#messages';
import { formatMessage } from '../../../messages/format.ts';
import { NextLink } from '../../components/link.tsx';
import { CheckedForm, FormScreen, SubmitButton } from '../../components/account/form-screen.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { refuseForm, servicesOf, typedAction } from '../../context.ts';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../shell/page.tsx';
import type { Refused } from '../../../domain/outcome.ts';
import { answerOr } from '../../state/forms/form-errors.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import type { Route } from './+types/new-password';

/** The address is a key (as that of an invitation to the console): no request takes it along. */
export function headers() {
  return { 'Referrer-Policy': 'strict-origin' };
}

export const action = typedAction(failure(500), async (args: Route.ActionArgs, typed) => {
  const { token } = args.params;
  const answer = await servicesOf(args).identity.resetPassword({ ...typed, token }, args.request);
  if (answer.ok) return { done: true, expired: false, errors: [] };
  return refuseForm(args, answer, failure(answer.status, answer));
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerOr(serverAction(), (status) => failure(status));

/** Product §5 has the code in English. */
function failure(code: number, { reason, fields }: Pick<Refused, 'reason' | 'fields'> = { reason: { code: 'error' } }) {
  const sentence = sentenceOf(reason);
  const message =
    messages.LANGUAGE === 'en' ? formatMessage(messages.RESET_ERROR, { code, message: sentence }) : sentence;
  const expired = reason.code === 'invalid-token';
  return { done: false, expired, errors: [{ field: (!expired && fields?.[0]?.field) || '', message }] };
}

export default function NewPassword({ actionData }: Route.ComponentProps) {
  return (
    <Page title={messages.SET_A_NEW_PASSWORD} personal>
      <FormScreen heading={messages.SET_A_NEW_PASSWORD}>
        {actionData?.done ? (
          <>
            <Notice look="good" text={messages.PASSWORD_CHANGED} />
            <NextLink to="/user/login">{messages.BACK_TO_LOGIN}</NextLink>
          </>
        ) : (
          <CheckedForm answer={actionData}>
            {actionData?.expired ? (
              <NextLink to="/user/reset-password">{messages.ASK_FOR_NEW_LINK}</NextLink>
            ) : (
              <>
                <PasswordField name="newPassword" autoComplete="new-password" />
                <p className="text-sm text-muted">{messages.PASSWORD_HINT}</p>
                <SubmitButton>{messages.SET_NEW_PASSWORD}</SubmitButton>
              </>
            )}
          </CheckedForm>
        )}
      </FormScreen>
    </Page>
  );
}
