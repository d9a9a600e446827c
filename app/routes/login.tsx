import { FORGOT_PASSWORD, LOGIN, LOGIN_DESCRIPTION, NEW_HERE, REGISTER } from '#messages';
import { useState } from 'react';
import { Link, useNavigation } from 'react-router';
import { loginForm } from '../../domain/accounts/account-forms.ts';
import { AlternativeLink, CheckedForm, EmailField, FormScreen } from '../components/form-screen.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { WaitingCart } from '../components/waiting-cart.tsx';
import { servicesOf } from '../context.ts';
import { entryAction, entryLoader } from '../entry-action.ts';
import { Page } from '../shell/page.tsx';
import { answerOr, FORM_FAILED } from '../state/forms/form-answer.ts';
import type { Route } from './+types/login';

export const loader = (args: Route.LoaderArgs) => entryLoader(args);

export const action = (args: Route.ActionArgs) =>
  entryAction(args, loginForm, (account) => servicesOf(args).identity.signIn(account, args.request));

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOr(serverAction(), () => FORM_FAILED);

export default function Login({ loaderData: { next, delivery }, actionData }: Route.ComponentProps) {
  const [email, setEmail] = useState('');
  const busy = useNavigation().state !== 'idle';
  return (
    <Page title={LOGIN} canonical="/user/login" description={LOGIN_DESCRIPTION}>
      <FormScreen heading={LOGIN}>
        <WaitingCart next={next} delivery={delivery} />
        <CheckedForm answer={actionData}>
          <input type="hidden" name="next" value={next} />
          <EmailField onInput={(event) => setEmail(event.currentTarget.value)} />
          <PasswordField autoComplete="current-password" />
          <Link
            to="/user/reset-password"
            state={{ email }}
            className="-mt-2 tap self-end text-sm font-medium text-leaf hover:underline"
          >
            {FORGOT_PASSWORD}?
          </Link>
          <button type="submit" className="btn btn-primary" disabled={busy}>
            {LOGIN}
          </button>
        </CheckedForm>
        <AlternativeLink question={NEW_HERE} to="/user/register" text={REGISTER} next={next} />
      </FormScreen>
    </Page>
  );
}
