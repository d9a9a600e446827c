import { Gift } from 'lucide-react';
import { Link } from 'react-router';
import * as messages from '../../domain/messages.ts';

const LINK = 'inline-flex min-h-11 items-center rounded-md px-2 hover:underline';

/** The strip above the header: the promo and the ways in (product §2). */
export function TopStrip({ signedIn }: { signedIn: boolean }) {
  return (
    <div className="bg-leaf text-sm text-on-leaf dark:bg-leaf-soft dark:text-leaf-strong">
      <div className="shop-width flex flex-wrap items-center justify-between gap-x-4">
        <Link
          to="/groceries/offers"
          prefetch="intent"
          className="inline-flex min-h-11 items-center gap-2 font-medium hover:underline"
        >
          <Gift className="size-4 shrink-0" aria-hidden />
          {messages.PROMO}
        </Link>
        <nav aria-label={messages.QUICK_LINKS} className="-mx-2 -mt-2 flex sm:mt-0">
          {signedIn ? (
            <Link to="/user/profile" className={LINK}>
              {messages.MY_ACCOUNT}
            </Link>
          ) : (
            <>
              <Link to="/user/login" className={LINK}>
                {messages.LOGIN}
              </Link>
              <Link to="/user/register" className={LINK}>
                {messages.REGISTER}
              </Link>
            </>
          )}
          <Link to="/about" className={LINK}>
            {messages.ABOUT_US}
          </Link>
          <Link to="/help" className={LINK}>
            {messages.HELP}
          </Link>
        </nav>
      </div>
    </div>
  );
}
