import { AN_ERROR_OCCURED } from '#messages';
import { type ActionFunctionArgs, redirect, useActionData } from 'react-router';
import { safeRedirect } from '../../../domain/safe-redirect.ts';
import { Field } from '../../components/field.tsx';
import { formAnswer, formText, refuseForm, servicesOf } from '../../context.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import { EntryForm } from '../components/entry-form.tsx';
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

/** The second factor of a login. */
export default function LoginCode() {
  const answer = useActionData<Answer>();
  return (
    <EntryForm
      heading="Your code"
      hint="Six digits from your authenticator app, or one of your recovery codes."
      error={answer?.error}
      submit="Confirm"
    >
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        autoFocus
      />
    </EntryForm>
  );
}
