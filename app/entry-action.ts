/** Login and registration on the server: both let a customer in who then goes on to `next`. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { ZodType } from 'zod';
import { parseFields } from '../domain/parsed.ts';
import { safeRedirect } from '../base/safe-redirect.ts';
import type { SignOutcome } from '../server/identity/identity.ts';
import { deliveryText, formAnswer, formRefusalContext, formText, refuseForm, viewerOf } from './context.ts';
import { FORM_FAILED } from './state/forms/form-answer.ts';
import { fieldOf, messagesOf } from './state/forms/form-errors.ts';

type EntryArgs = Pick<LoaderFunctionArgs, 'request' | 'url' | 'context'>;

/** Redirects a signed-in customer to `next`; not in the answer of the screen's own form. */
export async function entryLoader({ url, context }: EntryArgs) {
  const next = safeRedirect(url.searchParams.get('next'));
  if (context.get(formRefusalContext) === null && (await viewerOf({ context }))) throw redirect(next);
  return { next, delivery: deliveryText({ context }) };
}

export async function entryAction<Account>(
  args: EntryArgs,
  schema: ZodType<Account>,
  enter: (account: Account) => Promise<SignOutcome>,
) {
  const form = await args.request.formData();
  const account = parseFields(schema, Object.fromEntries(form));
  if (!account.ok) return refuseForm(args, account, { errors: messagesOf(account.errors) });
  return formAnswer(
    args,
    async () => {
      const answer = await enter(account.value);
      if (!answer.ok)
        return refuseForm(args, answer, {
          errors: messagesOf([{ field: fieldOf(answer.reason), reason: answer.reason }]),
        });
      throw redirect(safeRedirect(formText(form, 'next')), { headers: answer.headers });
    },
    FORM_FAILED,
  );
}
