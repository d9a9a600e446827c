import * as messages from '#messages';
import { Link, redirect, useNavigation } from 'react-router';
import { CheckedForm } from '../components/form-screen.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { formAnswer, formText, refuseForm, requireViewer, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import type { Reason } from '../../domain/reason.ts';
import { answerOr, FORM_FAILED } from '../state/forms/form-answer.ts';
import { fieldOf, type FormErrors, messagesOf } from '../state/forms/form-errors.ts';
import type { Route } from './+types/change-password';

export { customersOnly as loader } from '../context.ts';

export async function action(args: Route.ActionArgs) {
  await requireViewer(args);
  const form = await args.request.formData();
  const passwords = { current: formText(form, 'currentPassword'), password: formText(form, 'newPassword') };
  return formAnswer(
    args,
    async () => {
      const answer = await servicesOf(args).identity.changePassword(passwords, args.request);
      if (!answer.ok) return refuseForm(args, answer, { errors: refused(answer.reason) });
      // The message is on the profile screen: on this one it would be lost when a live change reloads the data.
      throw redirect('/user/profile?changed=password', { headers: answer.headers });
    },
    FORM_FAILED,
  );
}

function refused(reason: Reason): FormErrors {
  const field = fieldOf(reason);
  return messagesOf([{ field: field === 'password' ? 'newPassword' : field, reason }]);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOr(serverAction(), () => FORM_FAILED);

export default function ChangePassword({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  return (
    <Page title={messages.CHANGE_PASSWORD} personal>
      <h1 className="mb-4 text-2xl font-bold tracking-tight">{messages.CHANGE_PASSWORD}</h1>
      <div className="panel flex max-w-xl flex-col gap-4 p-5">
        <CheckedForm answer={actionData}>
          <PasswordField label={messages.CURRENT_PASSWORD} name="currentPassword" autoComplete="current-password" />
          <PasswordField label={messages.NEW_PASSWORD} name="newPassword" autoComplete="new-password" />
          <p className="text-sm text-muted">{messages.PASSWORD_HINT}</p>
          <button type="submit" className="btn btn-primary self-start" disabled={busy}>
            {messages.CHANGE_PASSWORD}
          </button>
        </CheckedForm>
        <Link to="/user/profile" className="tap self-start font-medium text-leaf hover:underline">
          {messages.BACK_TO_PROFILE}
        </Link>
      </div>
    </Page>
  );
}
