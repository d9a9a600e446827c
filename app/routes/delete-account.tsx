import { useRef } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';
import { deleteAccountFault } from '../../domain/account.ts';
import {
  AN_ERROR_OCCURED,
  DELETE_ACCOUNT,
  DELETE_ACCOUNT_HINT,
  TEXT_NOT_MATCHED,
  TYPE_TO_CONFIRM,
} from '../../domain/messages.ts';
import { Field } from '../components/field.tsx';
import { useFocusBack } from '../components/use-focus-back.ts';
import { formText, requireViewer, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { showBanner } from '../state/banner.ts';
import { leaveShop } from '../state/leave.ts';
import { toastError } from '../state/toasts.ts';
import type { Route } from './+types/delete-account';

export async function loader(args: Route.LoaderArgs) {
  await requireViewer(args);
  return null;
}

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const fault = deleteAccountFault(formText(await args.request.formData(), 'confirmation'));
  if (fault !== null) return data({ done: false, fault }, { status: 422 });
  const { users, identity } = servicesOf(args);
  try {
    await users.scheduleDeletion(viewer);
  } catch (error) {
    servicesOf(args).log.error({ err: error }, 'request failed');
    return data({ done: false, fault: AN_ERROR_OCCURED }, { status: 500 });
  }
  // The sessions are gone already; this lets the browser forget its cookie.
  const { headers } = await identity.signOut(args.request);
  return data({ done: true, fault: null }, { headers });
}

/** What this browser does once the shop has taken the request (product §4). */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction();
  if (answer.done) {
    leaveShop();
    showBanner('account-delete');
    throw redirect('/');
  }
  if (answer.fault !== TEXT_NOT_MATCHED) toastError(AN_ERROR_OCCURED);
  return answer;
}

export default function DeleteAccount({ actionData: answer }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  const typed = useRef<HTMLInputElement>(null);
  useFocusBack(busy, typed);
  return (
    <Page title={DELETE_ACCOUNT} personal>
      <h1 className="mb-4 text-2xl font-bold tracking-tight">{DELETE_ACCOUNT}</h1>
      <div className="panel flex max-w-xl flex-col gap-4 p-5">
        <p>{DELETE_ACCOUNT_HINT}</p>
        <Form method="post" className="flex flex-col items-start gap-4">
          <div className="w-full">
            <Field
              label={TYPE_TO_CONFIRM}
              ref={typed}
              name="confirmation"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={answer?.fault === TEXT_NOT_MATCHED ? answer.fault : null}
            />
          </div>
          <button type="submit" className="btn btn-danger" disabled={busy}>
            {DELETE_ACCOUNT}
          </button>
        </Form>
      </div>
    </Page>
  );
}
