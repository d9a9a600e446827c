import { PASSWORD_HINT } from '#messages';
import { data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router';
import { hasRight, homeOf } from '../../../domain/accounts/roles.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { formText, servicesOf } from '../../context.ts';
import { EntryForm } from '../account/entry-form.tsx';
import { InviteCommand } from '../account/invite-command.tsx';
import { NothingHere } from '../components/nothing-here.tsx';
import { formAction, sayRefusal } from '../operator-action.ts';
import { type Answer, keepForm } from '../state/answer.ts';

export async function loader(args: LoaderFunctionArgs) {
  const invitation = await servicesOf(args).operators.invitation(args.params.token ?? '');
  return data({ invitation }, { status: invitation ? 200 : 404 });
}

/**
 * The address is a key, so no request for a script or a form takes it along, for a proxy to log. With `no-referrer` browsers would also
 * leave the origin out of the form without JavaScript, and it would be refused.
 */
export function headers() {
  return { 'Referrer-Policy': 'strict-origin' };
}

export const action = formAction(async (args) => {
  const form = await args.request.formData();
  const [name, password] = [formText(form, 'name'), formText(form, 'password')];
  const accepted = { token: args.params.token ?? '', name, password };
  const answer = await servicesOf(args).operators.acceptInvitation(accepted, args.request);
  if (!answer.ok) return sayRefusal(args, answer);
  const first = hasRight(answer.role, 'settings') && (await servicesOf(args).shop.firstLogin());
  throw redirect(first ? '/opening' : homeOf(answer.role), { headers: answer.headers });
});

export const clientAction = keepForm;

export default function Invitation() {
  const { invitation } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  if (!invitation) {
    return (
      <NothingHere title="This invitation is over" to="/login" link="Login">
        A link is good once, for 24 hours. If you have used it, log in. Else ask for a new one: <InviteCommand />
      </NothingHere>
    );
  }
  return (
    <EntryForm
      heading="Welcome to the console"
      hint={`You are invited as ${invitation.email}.`}
      error={answer?.error}
      submit="Begin"
    >
      <Field
        label="Name"
        name="name"
        defaultValue={invitation.name}
        autoComplete="name"
        required
        maxLength={FIELD_LIMITS.name}
      />
      {/* For password managers. */}
      <input type="hidden" name="email" autoComplete="username" value={invitation.email} />
      <PasswordField autoComplete="new-password" />
      <p className="text-sm text-muted">{PASSWORD_HINT}</p>
    </EntryForm>
  );
}
