import { data, type LoaderFunctionArgs, redirect, useLoaderData, useSubmit } from 'react-router';
import { NO_COOKIES } from '#messages';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { safeRedirect } from '../../../base/safe-redirect.ts';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { formText, servicesOf } from '../../context.ts';
import { EntryForm, InviteCommand } from './entry-form.tsx';
import { formAction, keepLanguage, sayRefusal, sessionOf } from '../context.ts';
import { ActionForm, Button } from '../kit/form.tsx';
import { askPasskey, useCanPasskeys, usePasskey } from './passkeys.tsx';
import { t } from '../../../messages/console/t.ts';

export const middleware = [keepLanguage];

/** By what the address has. */
const HINTS: [name: string, hint: string][] = [
  ['restored', t('The backup is back. Log in with an account of it.')],
  ['new', t('The new password is set. Log in with it.')],
];

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = args.url;
  const next = safeRedirect(searchParams.get('next'));
  if (args.request.method === 'GET' && (await sessionOf(args))) throw redirect(next);
  const hint = HINTS.find(([name]) => searchParams.has(name))?.[1];
  return { next, hint, hasNoCookies: searchParams.has('entered') };
}

export const action = formAction(async (args) => {
  const { operators } = servicesOf(args);
  const form = await args.request.formData();
  const intent = formText(form, 'intent');
  if (intent === 'passkey-begin') {
    const begun = await operators.beginPasskeySignIn(args.request);
    return begun.ok
      ? data({ passkey: begun.value.options }, { headers: begun.value.headers })
      : sayRefusal(args, begun);
  }
  const answer =
    intent === 'passkey'
      ? await operators.passkeySignIn({ credential: formText(form, 'credential') }, args.request)
      : await operators.signIn(Object.fromEntries(form), args.request);
  if (!answer.ok) return sayRefusal(args, answer);
  const next = safeRedirect(formText(form, 'next'));
  const { headers, needsCode }: { headers: Headers; needsCode?: boolean } = answer.value;
  // A browser that sent no cookie may keep none: then this screen, asked for once more, says so.
  const entered = args.request.headers.get('Cookie') ? next : `/login?entered&next=${encodeURIComponent(next)}`;
  throw redirect(needsCode ? `/login/code?next=${encodeURIComponent(next)}` : entered, { headers });
});

export { keepForm as clientAction } from '../kit/answer.ts';

export default function Login() {
  const { next, hint, hasNoCookies } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  const canPasskeys = useCanPasskeys();
  const fetcher = usePasskey(askPasskey, (credential) => {
    void submit({ intent: 'passkey', credential, next }, { method: 'post' });
  });
  return (
    <EntryForm
      heading={t('Login')}
      hint={hint ?? t('For those who run the shop.')}
      submit={t('Login')}
      fault={hasNoCookies ? NO_COOKIES : undefined}
      below={
        <>
          {canPasskeys ? (
            <ActionForm fetcher={fetcher}>
              <Button look="quiet" intent="passkey-begin" label={t('Log in with a passkey')} className="w-full" waits />
            </ActionForm>
          ) : null}
          <p className="text-sm text-muted">
            {t('Password forgotten? Ask an owner of the shop for a new link: it sets a new one.')}
          </p>
          <InviteCommand />
        </>
      }
    >
      <input type="hidden" name="next" value={next} />
      {/* No `type="email"`: browsers would refuse a phone. */}
      <Field
        label={t('Email')}
        name="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={FIELD_LIMITS.email}
        hint={t('Or your phone, if you were let in by it.')}
      />
      <PasswordField autoComplete="current-password" />
    </EntryForm>
  );
}
