import { data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData, useSubmit } from 'react-router';
import { loginForm } from '../../../domain/accounts/account-forms.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { parseBy } from '../../../domain/parsed.ts';
import { safeRedirect } from '../../../base/safe-redirect.ts';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { formText, servicesOf } from '../../context.ts';
import { EntryForm } from '../account/entry-form.tsx';
import { InviteCommand } from '../account/invite-command.tsx';
import { sessionOf } from '../context.ts';
import { formAction, sayRefusal } from '../operator-action.ts';
import { type Answer, keepForm } from '../state/answer.ts';
import { Button } from '../components/button.tsx';
import { useCanPasskeys, usePasskey } from '../state/passkey.ts';

export async function loader(args: LoaderFunctionArgs) {
  const next = safeRedirect(args.url.searchParams.get('next'));
  if (args.request.method === 'GET' && (await sessionOf(args))) throw redirect(next);
  return { next, isRestored: args.url.searchParams.has('restored') };
}

export const action = formAction(async (args) => {
  const { operators } = servicesOf(args);
  const form = await args.request.formData();
  const intent = formText(form, 'intent');
  if (intent === 'passkey-begin') {
    const begun = await operators.beginPasskeySignIn(args.request);
    return begun.ok ? data({ passkey: begun.options }, { headers: begun.headers }) : sayRefusal(args, begun);
  }
  const next = safeRedirect(formText(form, 'next'));
  if (intent === 'passkey') {
    const answer = await operators.passkeySignIn({ credential: formText(form, 'credential') }, args.request);
    if (!answer.ok) return sayRefusal(args, answer);
    throw redirect(next, { headers: answer.headers });
  }
  const account = parseBy(loginForm, Object.fromEntries(form));
  if (!account.ok) return sayRefusal(args, account);
  const answer = await operators.signIn(account.value, args.request);
  if (!answer.ok) return sayRefusal(args, answer);
  const to = answer.secondFactor ? `/login/code?next=${encodeURIComponent(next)}` : next;
  throw redirect(to, { headers: answer.headers });
});

export const clientAction = keepForm;

export default function Login() {
  const { next, isRestored } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  return (
    <EntryForm
      heading="Login"
      hint={isRestored ? 'The backup is back. Log in with an account of it.' : 'For those who run the shop.'}
      error={answer?.error}
      submit="Login"
      below={
        <>
          <PasskeyLogin next={next} />
          <p className="text-sm text-muted">
            Password forgotten? A new invitation sets a new one: <InviteCommand />
          </p>
        </>
      }
    >
      <input type="hidden" name="next" value={next} />
      <Field label="Email" name="email" type="email" autoComplete="username" required maxLength={FIELD_LIMITS.email} />
      <PasswordField autoComplete="current-password" />
    </EntryForm>
  );
}

function PasskeyLogin({ next }: { next: string }) {
  const submit = useSubmit();
  const fetcher = usePasskey((credential) => void submit({ intent: 'passkey', credential, next }, { method: 'post' }));
  if (!useCanPasskeys()) return null;
  return (
    <fetcher.Form method="post">
      <Button
        look="quiet"
        intent="passkey-begin"
        label="Log in with a passkey"
        className="w-full"
        disabled={fetcher.state !== 'idle'}
      />
    </fetcher.Form>
  );
}
