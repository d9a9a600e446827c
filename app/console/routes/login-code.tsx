import { AN_ERROR_OCCURED } from '#messages';
import { type ActionFunctionArgs, Link, redirect, useActionData, useSearchParams } from 'react-router';
import { safeRedirect } from '../../../shared/safe-redirect.ts';
import { Field } from '../../components/field.tsx';
import { formAnswer, formText, refuseForm, servicesOf } from '../../context.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { EntryForm } from '../account/entry-form.tsx';
import { InviteCommand } from '../account/invite-command.tsx';
import { type Answer, keepForm } from '../state/answer.ts';

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const next = safeRedirect(new URL(args.request.url).searchParams.get('next'));
  return formAnswer(
    args,
    async () => {
      const code = formText(form, 'code').trim();
      const answer = await servicesOf(args).operators.confirmSignIn({ code }, args.request);
      if (!answer.ok) return refuseForm(args, answer, { error: sentenceOf(answer.reason) });
      throw redirect(next, { headers: answer.headers });
    },
    { error: AN_ERROR_OCCURED },
  );
}

export const clientAction = keepForm;

export default function LoginCode() {
  const answer = useActionData<Answer>();
  const [params] = useSearchParams();
  const lost = params.has('lost');
  return (
    <EntryForm
      heading="Your code"
      hint={lost ? 'One of your recovery codes. Each works once.' : 'Six digits from your authenticator app.'}
      error={answer?.error}
      submit="Confirm"
      below={lost ? <WithoutCodes /> : <LostPhone params={params} />}
    >
      <Field
        key={String(lost)}
        label="Code"
        name="code"
        inputMode={lost ? 'text' : 'numeric'}
        autoComplete={lost ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        autoFocus
      />
    </EntryForm>
  );
}

function LostPhone({ params }: { params: URLSearchParams }) {
  const lost = new URLSearchParams(params);
  lost.set('lost', '');
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <Link to={`?${lost}`} className="tap font-medium text-leaf hover:underline">
        Your phone is gone?
      </Link>
      <Link to={`/login?${params}`} className="tap font-medium text-leaf hover:underline">
        Log in again
      </Link>
    </div>
  );
}

function WithoutCodes() {
  return (
    <p className="text-sm text-muted">
      Without recovery codes you need a new invitation: <InviteCommand /> on the shop’s machine prints one. It sets a
      new password and ends the second factor.
    </p>
  );
}
