import { AN_ERROR_OCCURED } from '#messages';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { toastError } from '../../state/toasts.ts';
import { asRecord } from '../../../base/record.ts';
import { clearAfterLogout } from '../../state/session/customer.ts';

/** In ms (product §10). */
const ANSWER_TIMEOUT_MS = 15_000;

interface LogoutFormProps {
  /** In every browser. */
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
    const answer = await fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ everywhere }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
      .then((response): unknown => (response.ok ? response.json() : null))
      .catch(() => null);
    if (asRecord(answer)?.success === true) {
      clearAfterLogout();
      // Last: a screen of the cart leads on when it is emptied.
      await new Promise((resolve) => setTimeout(resolve));
      await navigate('/');
    } else toastError(AN_ERROR_OCCURED);
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
