import { AN_ERROR_OCCURED } from '#messages';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { loginForm } from '../../../domain/accounts/account-forms.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { parseBy } from '../../../domain/parsed.ts';
import type { Reason } from '../../../domain/reason.ts';
import { safeRedirect } from '../../../shared/safe-redirect.ts';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { formAnswer, formText, refuseForm, servicesOf } from '../../context.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { EntryForm } from '../account/entry-form.tsx';
import { InviteCommand } from '../account/invite-command.tsx';
import { PasskeyLogin } from '../account/passkey-login.tsx';
import { sessionOf } from '../context.ts';
import { type Answer, keepForm } from '../state/answer.ts';

function nextOf(value: string | null): string {
  const next = safeRedirect(value);
  return next === '/' ? '/orders' : next;
}

export async function loader(args: LoaderFunctionArgs) {
  const next = nextOf(new URL(args.request.url).searchParams.get('next'));
  if (args.request.method === 'GET' && (await sessionOf(args))) throw redirect(next);
  return { next };
}

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  if (formText(form, 'intent').startsWith('passkey')) return formAnswer(args, () => passkeyAction(args, form), FAILED);
  const account = parseBy(loginForm, Object.fromEntries(form));
  if (!account.ok) return refuseForm(args, account, { error: sentenceOf(account.reason) });
  const next = nextOf(formText(form, 'next'));
  return formAnswer(
    args,
    async () => {
      const answer = await servicesOf(args).operators.signIn(account.value, args.request);
      if (!answer.ok) return refuseForm(args, answer, { error: sentenceOf(answer.reason) });
      const to = answer.secondFactor ? `/login/code?next=${encodeURIComponent(next)}` : next;
      throw redirect(to, { headers: answer.headers });
    },
    FAILED,
  );
}

async function passkeyAction(args: ActionFunctionArgs, form: FormData) {
  const { operators } = servicesOf(args);
  const refused = (refusal: { status: number; reason: Reason; retryAfter?: number }) =>
    refuseForm(args, refusal, { error: sentenceOf(refusal.reason) });
  if (formText(form, 'intent') === 'passkey-begin') {
    const begun = await operators.beginPasskeySignIn(args.request);
    return begun.ok ? data({ passkey: begun.options }, { headers: begun.headers }) : refused(begun);
  }
  const answer = await operators.passkeySignIn({ credential: formText(form, 'credential') }, args.request);
  if (!answer.ok) return refused(answer);
  throw redirect(nextOf(formText(form, 'next')), { headers: answer.headers });
}

const FAILED = { error: AN_ERROR_OCCURED };

export const clientAction = keepForm;

export default function Login() {
  const { next } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  return (
    <EntryForm
      heading="Login"
      hint="For those who run the shop."
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
