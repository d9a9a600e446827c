import { AN_ERROR_OCCURED, DELETE_ACCOUNT, DELETE_ACCOUNT_HINT, TYPE_TO_CONFIRM } from '#messages';
import { useEffect, useRef } from 'react';
import { data, redirect, useNavigation } from 'react-router';
import { deleteAccountError } from '../../../domain/accounts/account.ts';
import { Field } from '../../components/field.tsx';
import { CheckedForm, SubmitButton } from '../../components/account/form-screen.tsx';
import { useRestoreFocus } from '../../components/use-restore-focus.ts';
import { requireViewer, servicesOf, typedAction } from '../../context.ts';
import { Page } from '../../shell/page.tsx';
import { banner } from '../../state/order/checkout.ts';
import { answerOr, messagesOf, NO_ERRORS } from '../../state/forms/form-errors.ts';
import { clearAfterLogout } from '../../state/session/customer.ts';
import { toastError } from '../../state/toasts.ts';
import type { Route } from './+types/delete-account';

export { customersOnly as loader } from '../../context.ts';

const FAILED = { done: false, failed: true, errors: NO_ERRORS };

export const action = typedAction(FAILED, async (args: Route.ActionArgs, { confirmation }) => {
  const viewer = await requireViewer(args);
  const { users, identity } = servicesOf(args);
  const reason = deleteAccountError(confirmation);
  if (reason !== null) {
    const errors = messagesOf([{ field: 'confirmation', reason }]);
    return data({ done: false, failed: false, errors }, { status: 422 });
  }
  await users.scheduleDeletion(viewer);
  // The sessions have ended already; this clears the browser's cookie.
  const outcome = await identity.signOut(args.request);
  return data({ done: true, failed: false, errors: NO_ERRORS }, outcome.ok ? { headers: outcome.value.headers } : {});
});

/** After the shop has accepted the request, this browser deletes its data of the customer too (product §4). */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = serverAction().then((taken) => {
    if (!taken.done) return taken;
    clearAfterLogout();
    banner.set({ type: 'account-delete', flag: true });
    throw redirect('/');
  });
  return answerOr(answer, () => FAILED);
}

export default function DeleteAccount({ actionData: answer }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  const typed = useRef<HTMLInputElement>(null);
  useRestoreFocus(busy, typed);
  useEffect(() => {
    if (answer?.failed) toastError(AN_ERROR_OCCURED);
  }, [answer]);
  return (
    <Page title={DELETE_ACCOUNT} personal>
      <h1 className="mb-4">{DELETE_ACCOUNT}</h1>
      <div className="panel flex max-w-xl flex-col gap-4 p-4">
        <p>{DELETE_ACCOUNT_HINT}</p>
        <CheckedForm answer={answer}>
          <Field
            label={TYPE_TO_CONFIRM}
            ref={typed}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SubmitButton className="btn-danger self-start">{DELETE_ACCOUNT}</SubmitButton>
        </CheckedForm>
      </div>
    </Page>
  );
}
