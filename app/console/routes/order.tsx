import { ORDER_ITEMS, PAYMENT_METHOD_NAMES, PAYMENT_STATUS_NAMES, SHIPS_TO, STATUS_NAMES, TOTALS } from '#messages';
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { addressLines } from '../../../domain/accounts/address.ts';
import { NEW_ORDER, type Order, shortOrderId } from '../../../domain/orders/order.ts';
import { capitalized } from '../../../base/text.ts';
import { displayedPrice, formatAmount } from '../../../domain/orders/pricing.ts';
import type { AdminHistoryEntry } from '../../../server/orders/rows.ts';
import { EmailText } from '../../components/email-text.tsx';
import { OrderStatusBadge } from '../../components/order-status.tsx';
import { Picture } from '../../components/picture.tsx';
import { TotalsTerms } from '../../components/totals-list.tsx';
import { servicesOf } from '../../context.ts';
import { formatMeasure, formatPrice } from '../../../messages/format.ts';
import { changeOrder } from '../orders/change-order.ts';
import { Age, Time } from '../components/age.tsx';
import { OrderButtons } from '../orders/order-buttons.tsx';
import { PackingSlip } from '../orders/packing-slip.tsx';
import { PrintControls } from '../orders/print-controls.tsx';
import { NothingHere } from '../components/nothing-here.tsx';
import { Phone } from '../components/phone.tsx';
import { Screen } from '../components/screen.tsx';
import { keepOrder } from '../orders/keep-order.ts';
import { reloadRefused } from '../state/answer.ts';
import { useKeepFocus } from '../state/keep-focus.ts';
import { usePrinted } from '../state/use-printed.ts';

export async function loader(args: LoaderFunctionArgs) {
  const found = await servicesOf(args).orders.admin.show(args.params.id ?? '');
  return data(found, { status: found ? 200 : 404 });
}

export const action = changeOrder;
export const clientAction = keepOrder;
export const shouldRevalidate = reloadRefused;

export default function OrderScreen() {
  const found = useLoaderData<typeof loader>();
  const printed = usePrinted();
  useKeepFocus(null, found?.order.status);
  if (!found) {
    return (
      <NothingHere title="Not found" to="/orders" link="Orders">
        There is no order with this id.
      </NothingHere>
    );
  }
  const { order, placedAt, userId, history } = found;
  const name = shortOrderId(order.id);
  return (
    <Screen
      title={`Order ${name}`}
      heading={
        <span className="flex items-center gap-3 figures">
          Order {name} <OrderStatusBadge status={order.status} />
        </span>
      }
      actions={<PrintControls />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] md:grid-rows-[auto_1fr] print:hidden">
        <div className="flex flex-col gap-4 md:col-start-2">
          <div className="flex gap-2 empty:hidden">
            <OrderButtons key={order.id} order={order} />
          </div>
          <ShipsTo order={order} userId={userId} />
        </div>
        <div className="flex flex-col gap-4 md:col-start-1 md:row-span-2 md:row-start-1">
          <Lines order={order} />
          <section aria-label={TOTALS} className="panel p-5">
            <TotalsTerms
              subTotal={formatAmount(order.subTotal)}
              shippingCost={formatAmount(order.shippingCost)}
              discount={formatAmount(order.discount)}
              totalCost={formatAmount(order.totalCost)}
            />
            <p className="mt-3 text-sm text-muted">
              {PAYMENT_METHOD_NAMES[order.paymentMethod]}, {PAYMENT_STATUS_NAMES[order.paymentStatus]}
            </p>
          </section>
        </div>
        <History history={history} placedAt={placedAt} />
      </div>
      {printed ? (
        <div className="hidden print:block">
          <PackingSlip order={order} placedAt={placedAt} />
        </div>
      ) : null}
    </Screen>
  );
}

function Lines({ order: { orderItems } }: { order: Order }) {
  return (
    <ul className="panel rows" aria-label={ORDER_ITEMS}>
      {orderItems.map((item) => (
        <li key={item.id} aria-label={item.name} className="flex items-center gap-3 px-4 py-2.5">
          <span className="size-12 shrink-0 overflow-hidden rounded-xl bg-tint">
            <Picture imgUrl={item.imgUrl} alt="" thumbnail sizes="48px" className="size-full object-cover" />
          </span>
          <div className="min-w-0 flex-1">
            <p className="leading-5 font-semibold break-words">{item.name}</p>
            {item.name_bn ? (
              <p lang="bn" className="text-sm text-muted">
                {item.name_bn}
              </p>
            ) : null}
            <p className="text-sm text-muted">{formatMeasure(item)}</p>
          </div>
          <p className="text-right whitespace-nowrap figures">
            <span className="font-bold">× {item.quantity}</span>
            <span className="block text-sm text-muted">{formatPrice(displayedPrice(item))}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function ShipsTo({ order: { shippingInfo }, userId }: { order: Order; userId: string | null }) {
  return (
    <section aria-labelledby="ships-to" className="panel p-5">
      <h2 id="ships-to" className="mb-1 font-bold">
        {SHIPS_TO}
      </h2>
      {userId === null ? (
        <p className="break-words">{shippingInfo.name}</p>
      ) : (
        <Link to={`/customers/${userId}`} className="tap -my-1.5 break-words text-leaf hover:underline">
          {shippingInfo.name}
        </Link>
      )}
      <address className="not-italic">
        {addressLines(shippingInfo).map((line) => (
          <span key={line} className="block break-words">
            {line}
          </span>
        ))}
      </address>
      {shippingInfo.phone ? <Phone number={shippingInfo.phone} className="text-lg font-bold" /> : null}
      <p className="text-sm break-words text-muted">
        <EmailText email={shippingInfo.email} />
      </p>
    </section>
  );
}

function History({ history, placedAt }: { history: readonly AdminHistoryEntry[]; placedAt: Date }) {
  return (
    <section aria-labelledby="history" className="panel p-5">
      <h2 id="history" className="mb-2 flex justify-between font-bold">
        History
        <span className="text-sm font-normal text-muted">
          <Age at={placedAt} />
        </span>
      </h2>
      <ol className="flex flex-col gap-2 text-sm">
        {history.map(({ at, actor, operator, to }) => (
          <li key={to}>
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{to === NEW_ORDER.status ? 'Placed' : capitalized(STATUS_NAMES[to])}</span>
              <span className="text-muted">
                <Time at={at} />
              </span>
            </span>
            <span className="text-muted">
              by {actor === 'owner' ? 'the customer' : operator === null ? 'the API' : <EmailText email={operator} />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
