import { PROFILE_UPDATED, PROFILE_UPDATE_FAILED, UPDATE_PROFILE, UPDATE_PROFILE_BUTTON } from '#messages';
import { useEffect, useRef } from 'react';
import { data, useFetcher } from 'react-router';
import { findProfileError, parseProfileForm } from '../../domain/accounts/profile-form.ts';
import type { Reason } from '../../domain/reason.ts';
import { shippingInfoOf } from '../../domain/orders/checkout.ts';
import { ContactFields } from '../components/contact-fields.tsx';
import { focusField } from '../components/field.tsx';
import { PictureUpload } from '../components/picture-upload.tsx';
import { useRestoreFocus } from '../components/use-restore-focus.ts';
import { formAnswer, requireViewer, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { storeCustomer } from '../state/session/customer.ts';
import { answerOr } from '../state/forms/form-answer.ts';
import { toastError, toastSuccess } from '../state/toasts.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import type { Route } from './+types/update-profile';

export async function loader(args: Route.LoaderArgs) {
  return { profile: await servicesOf(args).users.profile(await requireViewer(args)) };
}

const FAILED = { profile: null, error: { field: '', message: PROFILE_UPDATE_FAILED } };

export async function action(args: Route.ActionArgs) {
  const form = parseProfileForm(Object.fromEntries(await args.request.formData()));
  const error = findProfileError(form);
  return formAnswer(
    args,
    async () => {
      const viewer = await requireViewer(args);
      const refused = (reason: Reason, field: string) =>
        data({ profile: null, error: { field, message: sentenceOf(reason) } }, { status: 422 });
      if (error) return refused(error.reason, error.field);
      const outcome = await servicesOf(args).users.updateProfile(viewer, form);
      return outcome.kind === 'updated' ? { profile: outcome.profile, error: null } : refused(outcome.reason, '');
    },
    FAILED,
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOr(serverAction(), () => FAILED);

export default function UpdateProfile({ loaderData: { profile } }: Route.ComponentProps) {
  const fetcher = useFetcher<typeof clientAction>();
  const { data: answer, state } = fetcher;
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useRestoreFocus(state !== 'idle', button);
  useEffect(() => {
    if (state !== 'idle' || !answer) return;
    if (answer.profile) {
      storeCustomer(answer.profile);
      toastSuccess(PROFILE_UPDATED);
    } else if (answer.error?.field) focusField(form.current, answer.error.field);
    else toastError(PROFILE_UPDATE_FAILED);
  }, [answer, state]);
  return (
    <Page title={UPDATE_PROFILE} personal>
      <h1 className="mb-4 text-2xl font-bold tracking-tight">{UPDATE_PROFILE}</h1>
      <div className="panel flex flex-col gap-6 p-5">
        <PictureUpload profile={profile} />
        <fetcher.Form ref={form} method="post" noValidate className="flex flex-col gap-5">
          <ContactFields start={shippingInfoOf(profile)} error={answer?.error} emailEditable={false} />
          <button ref={button} type="submit" className="btn btn-primary self-start" disabled={state !== 'idle'}>
            {UPDATE_PROFILE_BUTTON}
          </button>
        </fetcher.Form>
      </div>
    </Page>
  );
}
