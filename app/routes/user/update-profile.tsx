import * as messages from '#messages';
import { useEffect, useRef, useState } from 'react';
import { data, useFetcher, useRevalidator } from 'react-router';
import type { UserProfile } from '../../../domain/accounts/account.ts';
import { parseProfileForm, profileErrors } from '../../../domain/accounts/profile-form.ts';
import { MAX_PICTURE_BYTES } from '../../../domain/catalogue/picture.ts';
import { shippingInfoOf } from '../../../domain/orders/checkout.ts';
import { problemSentence, sentenceOf } from '../../../messages/sentence.ts';
import { Avatar } from '../../components/account/avatar.tsx';
import { ContactFields } from '../../components/account/contact-fields.tsx';
import { scaledPicture } from '../../state/forms/canvas-picture.ts';
import { FieldErrors } from '../../components/field.tsx';
import { useRestoreFocus } from '../../components/use-restore-focus.ts';
import { requireViewer, servicesOf, typedAction } from '../../context.ts';
import { Page } from '../../shell/page.tsx';
import { ANSWER_TIMEOUT_MS, answerOr, type FormErrors, messagesOf, NO_ERRORS } from '../../state/forms/form-errors.ts';
import { storeCustomer } from '../../state/session/customer.ts';
import { toastError, toastSuccess } from '../../state/toasts.ts';
import type { Route } from './+types/update-profile';

export async function loader(args: Route.LoaderArgs) {
  return { profile: await servicesOf(args).users.profile(await requireViewer(args)) };
}

const FAILED = { profile: null, errors: NO_ERRORS };

export const action = typedAction(FAILED, async (args: Route.ActionArgs, typed) => {
  const outcome = await servicesOf(args).users.updateProfile(await requireViewer(args), typed);
  if (outcome.ok) return { profile: outcome.value, errors: NO_ERRORS };
  const { status, fields = [] } = outcome;
  return data({ profile: null, errors: messagesOf(fields) }, { status });
});

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
      toastSuccess(messages.PROFILE_UPDATED);
    } else if (answer.errors.length === 0) toastError(messages.PROFILE_UPDATE_FAILED);
  }, [answer, state]);
  return (
    <Page title={messages.UPDATE_PROFILE} personal>
      <h1 className="mb-4">{messages.UPDATE_PROFILE}</h1>
      <div className="panel flex flex-col gap-6 p-4">
        <PictureUpload profile={profile} />
        <fetcher.Form method="post" noValidate className="flex flex-col gap-4">
          <FieldErrors errors={answer?.errors ?? NO_ERRORS} check={faultsIn}>
            <ContactFields start={shippingInfoOf(profile)} emailEditable={false} />
          </FieldErrors>
          <button ref={button} type="submit" className="btn btn-primary self-start" disabled={state !== 'idle'}>
            {messages.UPDATE_PROFILE_BUTTON}
          </button>
        </fetcher.Form>
      </div>
    </Page>
  );
}

function faultsIn(form: HTMLFormElement): FormErrors {
  return messagesOf(profileErrors(parseProfileForm(Object.fromEntries(new FormData(form)))));
}

const ENDPOINT = '/api/profile/picture';
/** A larger picture is made smaller before it is sent. */
const SMALL_BYTES = 256 * 1024;
/** More than any screen shows, in pixels. */
const MAX_SIDE = 1_024;
/** For 5 MB over a slow line, in ms. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** Replaces or deletes the customer's picture. The old one is shown until the new one is stored. */
function PictureUpload({ profile }: { profile: UserProfile }) {
  const [busy, setBusy] = useState<'uploading' | 'deleting' | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  useRestoreFocus(busy !== null, input);

  const upload = async (file: File): Promise<void> => {
    setReason(null);
    const refuse = (sentence: string | null): void => {
      setReason(sentence);
      toastError(messages.IMAGE_UPLOAD_FAILED);
    };
    setBusy('uploading');
    try {
      // Small, and in a format that the shop reads.
      const isSendable = file.size <= SMALL_BYTES && /^image\/(jpeg|png|webp|avif|gif)$/.test(file.type);
      // What the browser cannot read, the shop may.
      const body = isSendable ? file : ((await scaledPicture(file, MAX_SIDE)) ?? file);
      if (body.size > MAX_PICTURE_BYTES) throw new RangeError();
      const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
      const response = await fetch(ENDPOINT, { method: 'PUT', body, signal });
      if (response.ok) await revalidate();
      else refuse(problemSentence(await response.json().catch(() => null)));
    } catch (error) {
      const isTooLarge = error instanceof RangeError;
      refuse(isTooLarge ? sentenceOf({ code: 'picture-too-large', limit: MAX_PICTURE_BYTES }) : null);
    }
    setBusy(null);
  };

  const remove = async (): Promise<void> => {
    setBusy('deleting');
    setReason(null);
    try {
      const response = await fetch(ENDPOINT, { method: 'DELETE', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      if (!response.ok) throw new Error(response.statusText);
      toastSuccess(messages.IMAGE_DELETED);
      await revalidate();
    } catch {
      toastError(messages.IMAGE_DELETE_FAILED);
    }
    setBusy(null);
  };

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar profile={profile} size={96} />
      <div aria-busy={busy !== null} className="flex flex-wrap gap-2">
        <label className="btn btn-quiet cursor-pointer has-[input:focus-visible]:[outline:2px_solid_var(--leaf)]">
          <span aria-hidden>{busy === 'uploading' ? messages.UPLOADING : messages.UPLOAD_IMAGE}</span>
          <input
            ref={input}
            type="file"
            aria-label={messages.UPLOAD_IMAGE}
            accept="image/*"
            className="sr-only"
            disabled={busy !== null}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file) void upload(file);
            }}
          />
        </label>
        {profile.imgUrl ? (
          <button type="button" className="btn btn-danger" disabled={busy !== null} onClick={() => void remove()}>
            {messages.DELETE_IMAGE}
          </button>
        ) : null}
      </div>
      <p role="status" className="w-full text-sm text-muted">
        {reason}
      </p>
    </div>
  );
}
