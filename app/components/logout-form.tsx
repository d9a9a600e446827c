import { AN_ERROR_OCCURED } from '#messages';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { logOut } from '../state/session/log-out.ts';
import { toastError } from '../state/toasts.ts';

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
