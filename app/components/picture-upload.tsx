import * as messages from '#messages';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { UserProfile } from '../../domain/accounts/account.ts';
import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import type { Reason } from '../../domain/reason.ts';
import { problemSentence, sentenceOf } from '../../messages/sentence.ts';
import { ANSWER_TIMEOUT_MS } from '../state/forms/form-answer.ts';
import { toastError, toastSuccess } from '../state/toasts.ts';
import { Avatar } from './avatar.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

const ENDPOINT = '/api/profile/picture';
const FORMATS = 'image/jpeg,image/png,image/webp,image/avif,image/gif';
/** For 5 MB over a slow line, in ms. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** Replaces or deletes the customer's picture. The old one is shown until the new one is stored. */
export function PictureUpload({ profile }: { profile: UserProfile }) {
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
    const error = pictureError(file);
    if (error !== null) return refuse(sentenceOf(error));
    setBusy('uploading');
    try {
      const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
      const response = await fetch(ENDPOINT, { method: 'PUT', body: file, signal });
      if (response.ok) await revalidate();
      else refuse(problemSentence(await response.json().catch(() => null)));
    } catch {
      refuse(null);
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
      <div className="flex flex-wrap gap-2">
        <label className="btn btn-quiet cursor-pointer has-focus-visible:[outline:2px_solid_var(--leaf)] has-disabled:opacity-60">
          <span aria-hidden>{busy === 'uploading' ? messages.UPLOADING : messages.UPLOAD_IMAGE}</span>
          <input
            ref={input}
            type="file"
            aria-label={messages.UPLOAD_IMAGE}
            accept={FORMATS}
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

/** Checks what the shop would refuse, before anything is sent. */
function pictureError(file: File): Reason | null {
  if (file.type !== '' && !FORMATS.split(',').includes(file.type)) return { code: 'picture-formats' };
  return file.size > MAX_PICTURE_BYTES ? { code: 'picture-too-large', limit: MAX_PICTURE_BYTES } : null;
}
