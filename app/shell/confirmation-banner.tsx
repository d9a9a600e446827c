import * as messages from '#messages';
import { formatMessage } from '../messages/format.ts';
import { Link, useLocation } from 'react-router';
import CircleAlert from 'virtual:icons/circle-alert';
import CircleCheck from 'virtual:icons/circle-check';
import X from 'virtual:icons/x';
import { banner, hideBanner } from '../state/banner.ts';
import { resetOrderState } from '../state/checkout.ts';
import { customer } from '../state/customer.ts';
import { useStored } from '../state/local-storage.ts';

/** The home page's banner after an order or a deletion request, while its flag is set (product §2). */
export default function ConfirmationBanner() {
  const { type, flag } = useStored(banner);
  const { pathname } = useLocation();
  if (!flag || type === '' || pathname !== '/') return null;
  const Icon = type === 'order' ? CircleCheck : CircleAlert;
  return (
    <section aria-label={messages.CONFIRMATION} className="border-b border-line bg-leaf-soft">
      <div className="shop-width flex items-center gap-3 py-2">
        <Icon className="size-6 shrink-0 text-leaf" />
        <div className="flex flex-1 flex-wrap items-center gap-x-3">
          {type === 'order' ? <OrderPlaced /> : <DeletionScheduled />}
        </div>
        <button
          type="button"
          aria-label={messages.CLOSE}
          className="-mr-2 grid size-11 shrink-0 place-items-center rounded-xl hover:bg-surface"
          onClick={() => {
            hideBanner();
            resetOrderState();
          }}
        >
          <X className="size-5" />
        </button>
      </div>
    </section>
  );
}

const LINK = 'tap font-semibold text-leaf-strong underline underline-offset-4';

function OrderPlaced() {
  const name = useStored(customer)?.name;
  return (
    <>
      <p className="py-1.5">
        <strong>{formatMessage(messages.GREETING, { name: name || messages.UNKNOWN_NAME })}</strong>{' '}
        {messages.ORDER_CONFIRMED}
      </p>
      <Link
        to="/user/orders"
        className={LINK}
        onClick={() => {
          hideBanner();
          resetOrderState();
        }}
      >
        {messages.VIEW_ORDERS}
      </Link>
    </>
  );
}

function DeletionScheduled() {
  return (
    <>
      <p className="py-1.5">{messages.ACCOUNT_SCHEDULED}</p>
      <Link to="/user/login" className={LINK} onClick={hideBanner}>
        {messages.LOGIN}
      </Link>
    </>
  );
}
