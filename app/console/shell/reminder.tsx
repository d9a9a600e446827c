import { Link, useFetcher, useLocation } from 'react-router';
import { Button } from '../components/button.tsx';

/** For owners whose password alone opens the console. */
export function Reminder() {
  const fetcher = useFetcher();
  const { pathname } = useLocation();
  if (pathname === '/account') return null;
  // A phone has room for five orders, and none for this above them.
  const place = pathname === '/orders' ? 'max-lg:order-last max-lg:mt-4 lg:mb-4' : 'mb-4';
  return (
    <fetcher.Form
      method="post"
      action="/account"
      aria-label="Reminder"
      className={`panel flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 print:hidden ${place}`}
    >
      <p className="min-w-60 flex-1">
        <strong>Your password alone opens the console.</strong> A passkey cannot be guessed, nor given away to a false
        page.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Link to="/account" className="tap font-semibold text-leaf underline underline-offset-4">
          Add a passkey
        </Link>
        <Button look="quiet" intent="later" label="Not now" disabled={fetcher.state !== 'idle'} />
      </div>
    </fetcher.Form>
  );
}
