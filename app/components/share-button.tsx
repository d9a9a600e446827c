import { AN_ERROR_OCCURED, LINK_COPIED, SHARE } from '#messages';
import Share from 'virtual:icons/share-2';
import { toastError, toastSuccess } from '../state/toasts.ts';

type Shared = Record<'title' | 'text' | 'url', string>;

/** Opens the system's share sheet; where there is none, copies the link. */
export function ShareButton(shared: Shared) {
  return (
    <button type="button" className="btn btn-quiet" onClick={() => void share(shared)}>
      <Share className="size-5" />
      {SHARE}
    </button>
  );
}

async function share(shared: Shared): Promise<void> {
  try {
    if (typeof navigator.share === 'function') await navigator.share(shared);
    else {
      await copy(shared.url);
      toastSuccess(LINK_COPIED);
    }
  } catch (error) {
    // The shopper has closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toastError(AN_ERROR_OCCURED);
  }
}

async function copy(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  // A shop that is tried over plain http has no clipboard but this.
  const field = document.createElement('input');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
