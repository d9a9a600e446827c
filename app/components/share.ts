import { AN_ERROR_OCCURED } from '#messages';
import { toastError, toastSuccess } from '../state/toasts.ts';

/** Opens the system's share sheet; where there is none, copies the link or, without one, the text. */
export async function share(shared: ShareData & { text: string }, copied: string): Promise<void> {
  try {
    if (typeof navigator.share === 'function') await navigator.share(shared);
    else {
      await copy(shared.url ?? shared.text);
      toastSuccess(copied);
    }
  } catch (error) {
    // Whoever pressed has closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toastError(AN_ERROR_OCCURED);
  }
}

export async function copy(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  // A shop that is tried over plain http has no clipboard but this.
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
