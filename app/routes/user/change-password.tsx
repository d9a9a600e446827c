import * as messages from '#messages';
import { redirect } from 'react-router';
import { Link } from '../../components/link.tsx';
import { CheckedForm, SubmitButton } from '../../components/account/form-screen.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { refuseForm, requireViewer, servicesOf, typedAction } from '../../context.ts';
import { Page } from '../../shell/page.tsx';
import { answerOr, errorsOf, FORM_FAILED } from '../../state/forms/form-errors.ts';
import type { Route } from './+types/change-password';

export { customersOnly as loader } from '../../context.ts';

export const action = typedAction(FORM_FAILED, async (args: Route.ActionArgs, typed) => {
  await requireViewer(args);
  const answer = await servicesOf(args).identity.changePassword(typed, args.request);
  if (!answer.ok) return refuseForm(args, answer, { errors: errorsOf(answer) });
  // The message is on the profile screen: on this one it would be lost when a live change reloads the data.
  throw redirect('/user/profile?changed=password', { headers: answer.value.headers });
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOr(serverAction(), () => FORM_FAILED);

export default function ChangePassword({ actionData }: Route.ComponentProps) {
  return (
    <Page title={messages.CHANGE_PASSWORD} personal>
      <h1 className="mb-4">{messages.CHANGE_PASSWORD}</h1>
      <div className="panel flex max-w-xl flex-col gap-4 p-4">
        <CheckedForm answer={actionData}>
          <PasswordField label={messages.CURRENT_PASSWORD} name="currentPassword" autoComplete="current-password" />
          <PasswordField label={messages.NEW_PASSWORD} name="newPassword" autoComplete="new-password" />
          <p className="text-sm text-muted">{messages.PASSWORD_HINT}</p>
          <SubmitButton className="btn-primary self-start">{messages.CHANGE_PASSWORD}</SubmitButton>
        </CheckedForm>
        <Link to="/user/profile" className="tap self-start font-semibold text-leaf hover:underline">
          {messages.BACK_TO_PROFILE}
        </Link>
      </div>
    </Page>
  );
}
