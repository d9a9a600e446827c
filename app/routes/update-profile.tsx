import { PROFILE_UPDATED, PROFILE_UPDATE_FAILED, UPDATE_PROFILE, UPDATE_PROFILE_BUTTON } from '#messages';
import { useEffect, useRef } from 'react';
import { data, useFetcher } from 'react-router';
import { parseProfileForm, profileErrors } from '../../domain/accounts/profile-form.ts';
import { shippingInfoOf } from '../../domain/orders/checkout.ts';
import { ContactFields } from '../components/contact-fields.tsx';
import { FieldErrors } from '../components/field.tsx';
import { PictureUpload } from '../components/picture-upload.tsx';
import { useRestoreFocus } from '../components/use-restore-focus.ts';
import { formAnswer, requireViewer, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { storeCustomer } from '../state/session/customer.ts';
import { answerOr } from '../state/forms/form-answer.ts';
import { type FormErrors, messagesOf } from '../state/forms/form-errors.ts';
import { toastError, toastSuccess } from '../state/toasts.ts';
import type { Route } from './+types/update-profile';

export async function loader(args: Route.LoaderArgs) {
  return { profile: await servicesOf(args).users.profile(await requireViewer(args)) };
}

const NO_ERRORS: FormErrors = [];
const FAILED = { profile: null, errors: NO_ERRORS };

export async function action(args: Route.ActionArgs) {
  const form = parseProfileForm(Object.fromEntries(await args.request.formData()));
  const errors = profileErrors(form);
  return formAnswer(
    args,
    async () => {
      const viewer = await requireViewer(args);
      if (errors.length > 0) return data({ profile: null, errors: messagesOf(errors) }, { status: 422 });
      const outcome = await servicesOf(args).users.updateProfile(viewer, form);
      return outcome.kind === 'updated'
        ? { profile: outcome.profile, errors: NO_ERRORS }
        : data(FAILED, { status: 422 });
    },
    FAILED,
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOr(serverAction(), () => FAILED);

export default function UpdateProfile({ loaderData: { profile } }: Route.ComponentProps) {
  const fetcher = useFetcher<typeof clientAction>();
  const { data: answer, state } = fetcher;
  const button = useRef<HTMLButtonElement>(null);
  useRestoreFocus(state !== 'idle', button);
  useEffect(() => {
    if (state !== 'idle' || !answer) return;
    if (answer.profile) {
      storeCustomer(answer.profile);
      toastSuccess(PROFILE_UPDATED);
    } else if (answer.errors.length === 0) toastError(PROFILE_UPDATE_FAILED);
  }, [answer, state]);
  return (
    <Page title={UPDATE_PROFILE} personal>
      <h1 className="mb-4 text-2xl font-bold tracking-tight">{UPDATE_PROFILE}</h1>
      <div className="panel flex flex-col gap-6 p-5">
        <PictureUpload profile={profile} />
        <fetcher.Form method="post" noValidate className="flex flex-col gap-5">
          <FieldErrors errors={answer?.errors ?? NO_ERRORS}>
            <ContactFields start={shippingInfoOf(profile)} emailEditable={false} />
          </FieldErrors>
          <button ref={button} type="submit" className="btn btn-primary self-start" disabled={state !== 'idle'}>
            {UPDATE_PROFILE_BUTTON}
          </button>
        </fetcher.Form>
      </div>
    </Page>
  );
}
