import { Link, redirect, useActionData, useSearchParams } from 'react-router';
import { safeRedirect } from '../../../base/safe-redirect.ts';
import { Field } from '../../components/field.tsx';
import { formText, servicesOf } from '../../context.ts';
import { EntryForm } from '../account/entry-form.tsx';
import { InviteCommand } from '../account/invite-command.tsx';
import { formAction, sayRefusal } from '../operator-action.ts';
import { type Answer, keepForm } from '../state/answer.ts';

export const action = formAction(async (args) => {
  const code = formText(await args.request.formData(), 'code').trim();
  const answer = await servicesOf(args).operators.confirmSignIn({ code }, args.request);
  if (!answer.ok) return sayRefusal(args, answer);
  throw redirect(safeRedirect(args.url.searchParams.get('next')), { headers: answer.headers });
});

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
