import { PASSWORD_HINT } from '#messages';
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { hasRight, homeOf } from '../../../domain/accounts/roles.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { formText, servicesOf } from '../../context.ts';
import { EntryForm } from './entry-form.tsx';
import { NothingHere } from '../kit/screen.tsx';
import { formAction, keepLanguage, sayRefusal } from '../context.ts';
import { t } from '../../../messages/console/t.ts';

export const middleware = [keepLanguage];

export async function loader(args: LoaderFunctionArgs) {
  const invitation = await servicesOf(args).operators.invitation(args.params.token ?? '');
  return data({ invitation }, { status: invitation ? 200 : 404 });
}

/**
 * The address is a key, so no request for a script or a form takes it along, for a proxy to log. With `no-referrer`
 * browsers would also leave the origin out of the form without JavaScript, and it would be refused.
 */
export function headers() {
  return { 'Referrer-Policy': 'strict-origin' };
}

export const action = formAction(async (args) => {
  const form = await args.request.formData();
  const { operators, shop } = servicesOf(args);
  const typed = { name: formText(form, 'name'), password: formText(form, 'password') };
  const accepted = await operators.acceptInvitation({ token: args.params.token ?? '', ...typed }, args.request);
  if (!accepted.ok) return sayRefusal(args, accepted);
  const { headers, role, resets } = accepted.value;
  if (resets) throw redirect('/login?new');
  const first = hasRight(role, 'settings') && (await shop.firstLogin());
  throw redirect(first ? '/opening' : homeOf(role), { headers });
});

export { keepForm as clientAction } from '../kit/answer.ts';

export default function Invitation() {
  const { invitation } = useLoaderData<typeof loader>();
  if (!invitation) {
    return (
      <NothingHere title={t('This invitation is over')} to="/login" link={t('Login')}>
        {t('A link is good once, for 24 hours. If you have used it, log in. Else ask for a new one.')}
      </NothingHere>
    );
  }
  const { email, name, resets } = invitation;
  return (
    <EntryForm
      heading={resets ? t('Set a new password') : t('Welcome to the console')}
      hint={resets ? t('You log in as {email}.', { email }) : t('You are invited as {email}.', { email })}
      submit={resets ? t('Set new password') : t('Begin')}
    >
      {resets ? null : (
        <Field
          label={t('Name')}
          name="name"
          defaultValue={name}
          autoComplete="name"
          required
          maxLength={FIELD_LIMITS.name}
        />
      )}
      {/* For password managers. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField autoComplete="new-password" />
      <p className="text-sm text-muted">{PASSWORD_HINT}</p>
    </EntryForm>
  );
}
