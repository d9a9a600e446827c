import * as messages from '#messages';
import { Link } from '../../components/link.tsx';
import { formatMessage } from '../../../messages/format.ts';
import { CheckedForm, EmailField, FormScreen, SubmitButton } from '../../components/account/form-screen.tsx';
import { refuseForm, servicesOf, typedAction } from '../../context.ts';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../shell/page.tsx';
import { answerOr, errorsOf } from '../../state/forms/form-errors.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import type { Route } from './+types/reset-password';

export const action = typedAction(resetError(500), async (args: Route.ActionArgs, typed) => {
  const answer = await servicesOf(args).identity.requestReset(typed, args.request);
  if (answer.ok) return { sent: true, errors: [] };
  const { status, reason, fields } = answer;
  const said = fields || reason.code === 'no-user-with-email' ? { sent: false, errors: errorsOf(answer) } : null;
  return refuseForm(args, answer, said ?? resetError(status, sentenceOf(reason)));
});

function resetError(code: number, message: string = messages.AN_ERROR_OCCURED) {
  return { sent: false, errors: [{ field: '', message: formatMessage(messages.RESET_ERROR, { code, message }) }] };
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerOr(serverAction(), (status) => resetError(status));

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  return (
    <Page title={messages.RESET_PASSWORD} canonical="/user/reset-password">
      <FormScreen heading={messages.RESET_PASSWORD}>
        {actionData?.sent ? (
          <>
            <Notice look="good" text={messages.RESET_SENT} />
            <Link to="/user/login" role="button" className="btn btn-primary">
              {messages.BACK_TO_LOGIN}
            </Link>
          </>
        ) : (
          <CheckedForm answer={actionData}>
            <p className="text-muted">{messages.RESET_HINT}</p>
            <EmailField />
            <SubmitButton>{messages.SEND_RESET_LINK}</SubmitButton>
            <Link to="/user/login" className="tap justify-center font-semibold text-leaf hover:underline">
              {messages.BACK_TO_LOGIN}
            </Link>
          </CheckedForm>
        )}
      </FormScreen>
    </Page>
  );
}
