import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useOnline } from '../../state/network/online.ts';
import { loggedOut } from '../state/answer.ts';

const OFFLINE = 'No connection. What you see may be old, and nothing can be changed.';

/** What keeps the operator from changing anything, as long as it does. */
export function Notice() {
  const online = useOnline();
  const isLoggedOut = loggedOut.use();
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  let text: ReactNode = null;
  if (!online) text = pathname === '/round' ? 'No connection. What you press is sent later.' : OFFLINE;
  else if (isLoggedOut)
    text = (
      <>
        You are logged out.{' '}
        <a href={`/operator/login?next=${next}`} target="_blank" rel="noreferrer" className="tap font-bold underline">
          Log in
        </a>{' '}
        in a new tab, then press the button again.
      </>
    );
  return (
    <div role="status" className="sticky top-16 z-20 lg:top-4 print:hidden">
      {text ? <p className="panel mb-4 border-clay px-4 py-2 font-medium">{text}</p> : null}
    </div>
  );
}
