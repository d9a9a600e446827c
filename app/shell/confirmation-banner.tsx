import * as messages from '#messages';
import { Link } from '../components/link.tsx';
import { formatMessage } from '../../messages/format.ts';
import { useLocation } from 'react-router';
import CircleAlert from 'virtual:icons/circle-alert';
import CircleCheck from 'virtual:icons/circle-check';
import X from 'virtual:icons/x';
import { NO_BANNER } from '../../domain/accounts/account.ts';
import { PlacedSummary } from '../components/order/placed-summary.tsx';
import { banner, resetOrderState } from '../state/order/checkout.ts';
import { customer } from '../state/session/customer.ts';

/** The home page's banner after an order or a deletion request, while its flag is set (product §2). */
export default function ConfirmationBanner() {
  const { type, flag } = banner.use();
  const name = customer.use()?.name;
  const { pathname } = useLocation();
  if (!flag || type === '' || pathname !== '/') return null;
  const isOrder = type === 'order';
  const Icon = isOrder ? CircleCheck : CircleAlert;
  const clear = (): void => {
    banner.set(NO_BANNER);
    resetOrderState();
  };
  return (
    <section aria-label={messages.CONFIRMATION} className="border-b border-line bg-leaf-soft">
      <div className="shop-width flex items-center gap-3 py-2">
        <Icon className="size-6 shrink-0 text-leaf" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 break-words">
          <p className="min-w-0 py-1">
            {isOrder ? (
              <>
                <strong>{formatMessage(messages.GREETING, { name: name || messages.UNKNOWN_NAME })}</strong>{' '}
                {messages.ORDER_CONFIRMED}
              </>
            ) : (
              messages.ACCOUNT_SCHEDULED
            )}
          </p>
          {isOrder ? <PlacedSummary /> : null}
          <Link
            to={isOrder ? '/user/orders' : '/user/login'}
            className="tap font-semibold text-leaf-strong underline underline-offset-4"
            onClick={clear}
          >
            {isOrder ? messages.VIEW_ORDERS : messages.LOGIN}
          </Link>
        </div>
        <button
          type="button"
          aria-label={messages.CLOSE}
          className="-mr-2 tap shrink-0 justify-center rounded-xl hover:bg-surface"
          onClick={clear}
        >
          <X className="size-5" />
        </button>
      </div>
    </section>
  );
}
