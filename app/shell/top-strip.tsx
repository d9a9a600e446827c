import * as messages from '#messages';
import { Link } from 'react-router';
import Gift from 'virtual:icons/gift';
import { LanguageLinks } from './language-link.tsx';
import * as links from './links.ts';

const LINK = 'tap shrink-0 justify-center rounded-md px-1.5 hover:underline';

/** Product §2. Scrolls sideways on a phone, where it looks thinner than its links are: they reach 8 px below it. */
export function TopStrip({ promo, signedIn }: { promo: string; signedIn: boolean }) {
  return (
    <nav
      aria-label={messages.SHORTCUTS}
      className="relative z-31 h-7 bg-leaf text-sm sm:h-11 text-on-leaf dark:bg-leaf-soft dark:text-leaf-strong"
    >
      <div className="shop-width flex justify-between gap-x-2 *:-my-2 sm:*:my-0">
        {promo === '' ? (
          <span />
        ) : (
          <Link
            to="/groceries/offers"
            className="tap max-w-[min(11rem,50vw)] shrink-0 gap-2 text-[0.6875rem] leading-3.25 font-medium hover:underline sm:max-w-[55vw] sm:text-sm"
          >
            <Gift className="hidden size-4 shrink-0 sm:block" />
            <span className="line-clamp-2">{promo}</span>
          </Link>
        )}
        <div className="no-scrollbar -mr-4 flex overflow-x-auto pr-2">
          {/* First, because on a phone the others may have to be scrolled to. */}
          <LanguageLinks className={LINK} />
          {[...(signedIn ? [links.ACCOUNT] : [links.LOGIN, links.REGISTER]), links.ABOUT, links.HELP].map(
            ({ to, text }) => (
              <Link key={to} to={to} className={LINK}>
                {text}
              </Link>
            ),
          )}
        </div>
      </div>
    </nav>
  );
}
