import { AN_ERROR_OCCURED } from '#messages';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { toastError } from '../state/toasts.ts';
import { asRecord } from '../../base/record.ts';
import { clearAfterLogout } from '../state/session/end-session.ts';

interface LogoutFormProps {
  everywhere?: boolean;
  className: string;
  children: ReactNode;
}

/** A button that logs out. This browser's state changes only after the shop has ended the session. */
export function LogoutForm({ everywhere = false, className, children }: LogoutFormProps) {
  const navigate = useNavigate();
  const action = useHref(everywhere ? '/user/logout?everywhere' : '/user/logout');
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    if (await logOut(everywhere)) await navigate('/');
    else toastError(AN_ERROR_OCCURED);
    setBusy(false);
  };
  return (
    <form method="post" action={action} onSubmit={(event) => void submit(event)}>
      <button type="submit" className={className} aria-disabled={busy}>
        {children}
      </button>
    </form>
  );
}

/** In ms (product §10). */
const ANSWER_TIMEOUT_MS = 15_000;

/** Logs out, here or in every browser. Returns false, and changes nothing, when the shop did not confirm the end of the session. */
async function logOut(everywhere: boolean): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ everywhere });
  const answer = await fetch('/api/auth/sign-out', { method: 'POST', headers, body, signal })
    .then((response): unknown => (response.ok ? response.json() : null))
    .catch(() => null);
  if (asRecord(answer)?.success !== true) return false;
  clearAfterLogout();
  return true;
}
