import * as messages from '#messages';
import { useNavigation } from 'react-router';
import { registerForm } from '../../domain/accounts/account-forms.ts';
import { FIELD_LIMITS } from '../../domain/accounts/contact.ts';
import { Field } from '../components/field.tsx';
import { AlternativeLink, CheckedForm, EmailField, FormScreen } from '../components/form-screen.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { WaitingCart } from '../components/waiting-cart.tsx';
import { servicesOf } from '../context.ts';
import { entryAction, entryLoader } from '../entry-action.ts';
import { Page } from '../shell/page.tsx';
import { answerOr, FORM_FAILED } from '../state/forms/form-answer.ts';
import type { Route } from './+types/register';

export const loader = (args: Route.LoaderArgs) => entryLoader(args);

export const action = (args: Route.ActionArgs) =>
  entryAction(args, registerForm, (account) => servicesOf(args).identity.register(account, args.request));

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOr(serverAction(), () => FORM_FAILED);

export default function Register({ loaderData: { next, delivery }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  return (
    <Page title={messages.REGISTER} canonical="/user/register" description={messages.REGISTER_DESCRIPTION}>
      <FormScreen heading={messages.CREATE_AN_ACCOUNT}>
        <WaitingCart next={next} delivery={delivery} />
        <CheckedForm answer={actionData}>
          <input type="hidden" name="next" value={next} />
          <Field
            label={messages.FIELD_LABELS.name}
            name="name"
            autoComplete="name"
            required
            maxLength={FIELD_LIMITS.name}
          />
          <EmailField />
          <PasswordField autoComplete="new-password" />
          <p className="text-sm text-muted">{messages.PASSWORD_HINT}</p>
          <button type="submit" className="btn btn-primary" disabled={busy}>
            {messages.REGISTER}
          </button>
        </CheckedForm>
        <AlternativeLink question={messages.HERE_BEFORE} to="/user/login" text={messages.LOGIN} next={next} />
      </FormScreen>
    </Page>
  );
}
