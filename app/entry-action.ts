/** Login and registration on the server: both let a customer in who then goes on to `next`. */
import { AN_ERROR_OCCURED } from '#messages';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { ZodType } from 'zod';
import { parseBy } from '../domain/parsed.ts';
import { safeRedirect } from '../base/safe-redirect.ts';
import type { SignOutcome } from '../server/identity/identity.ts';
import { formAnswer, formRefusalContext, formText, refuseForm, viewerOf } from './context.ts';
import { sentenceOf } from '../messages/sentence.ts';

type EntryArgs = Pick<LoaderFunctionArgs, 'request' | 'url' | 'context'>;

/** Redirects a signed-in customer to `next`; not in the answer of the screen's own form. */
export async function entryLoader({ url, context }: EntryArgs) {
  const next = safeRedirect(url.searchParams.get('next'));
  if (context.get(formRefusalContext) === null && (await viewerOf({ context }))) throw redirect(next);
  return { next };
}

export async function entryAction<Account>(
  args: EntryArgs,
  schema: ZodType<Account>,
  enter: (account: Account) => Promise<SignOutcome>,
) {
  const form = await args.request.formData();
  const account = parseBy(schema, Object.fromEntries(form));
  if (!account.ok) return refuseForm(args, account, { error: sentenceOf(account.reason) });
  return formAnswer(
    args,
    async () => {
      const answer = await enter(account.value);
      if (!answer.ok) return refuseForm(args, answer, { error: sentenceOf(answer.reason) });
      throw redirect(safeRedirect(formText(form, 'next')), { headers: answer.headers });
    },
    { error: AN_ERROR_OCCURED },
  );
}
