import * as messages from '#messages';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { redirect, useNavigate } from 'react-router';
import ChevronDown from 'virtual:icons/chevron-down';
import { PAYMENT_METHODS, paymentError } from '../../domain/orders/checkout.ts';
import { GUEST } from '../../domain/orders/checkout-state.ts';
import { shownLinePrice, shownTotals } from '../../domain/orders/pricing.ts';
import { dayInDhaka } from '../../base/dates.ts';
import { formatExpectedDelivery } from '../../messages/dates.ts';
import { formatMessage, formatNumber, formatPrice, productName } from '../../messages/format.ts';
import { TotalsBar, TotalsList } from '../components/totals-list.tsx';
import { Choice } from '../components/choice.tsx';
import { Notice } from '../components/notice.tsx';
import { OrderSteps } from '../components/order/order-steps.tsx';
import { PlacedScreen } from '../components/order/placed-summary.tsx';
import { ShipsTo } from '../components/order/ships-to.tsx';
import { useRestoreFocus } from '../components/use-restore-focus.ts';
import { areaFees, deliveryDay, requireShopper, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { area, refreshArea, useDeliveryFee } from '../state/order/area.ts';
import { orderAttempt } from '../state/order/order-attempt.ts';
import { cart } from '../state/order/cart.ts';
import { checkoutConfirmed, deliveryTime, shippingInfo } from '../state/order/checkout.ts';
import { useRootData } from '../state/root-data.ts';
import { usePlaceOrder } from '../state/order/use-place-order.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import type { Route } from './+types/payment';

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireShopper(args);
  const latest = viewer && (await servicesOf(args).orders.list(viewer, { limit: 1 }));
  return {
    userId: viewer?.id ?? GUEST,
    latestMethod: latest?.orders[0]?.paymentMethod ?? null,
    day: deliveryDay(args),
    today: dayInDhaka(new Date()),
    fees: areaFees(args),
  };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const answer = await serverLoader();
  if (!checkoutConfirmed.get() || !shippingInfo.get()) throw redirect('/checkout');
  refreshArea(answer.fees);
  // The shop delivers to areas since, no longer to this one, or another tab has chosen one.
  const to = area.get()?.id;
  const isKnown = to !== undefined && to === shippingInfo.get()?.area;
  if (answer.fees.length > 0 && !isKnown && orderAttempt.get()?.state === 'drawn') throw redirect('/checkout');
  return answer;
}
clientLoader.hydrate = true as const;

export { PendingScreen as HydrateFallback } from '../shell/pending-screen.tsx';

export default function Payment({ loaderData }: Route.ComponentProps) {
  const { userId, latestMethod, day, today, fees } = loaderData;
  const items = cart.use();
  const totals = shownTotals(items, useDeliveryFee());
  const phone = useRootData()?.shop.phone ?? '';
  const shipsTo = shippingInfo.use();
  const known = area.use();
  const [method, setMethod] = useState<string | null>(latestMethod);
  const navigate = useNavigate();
  const time = deliveryTime.use();
  const when = time ? time.slice(0, 11) + time.slice(17) : day;
  const { place, state, error, refuse, clearError } = usePlaceOrder(userId, when, (path) => navigate(path));
  const button = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  // On a phone the choices may be far above the pressed button.
  useEffect(() => {
    if (!error) return;
    const first = (selector: string) => choices.current?.querySelector<HTMLElement>(selector);
    (first('input:checked') ?? first('input'))?.focus();
  }, [error]);
  const busy = state !== 'idle' && state !== 'settling';
  useRestoreFocus(busy, button);

  const folded = formatMessage(messages.LINES_AND_PRICE, { n: items.length, price: formatPrice(totals.subTotal) });
  const haveReady = formatMessage(messages.HAVE_READY, { price: formatPrice(totals.totalCost) });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const reason = paymentError({ itemCount: items.length, method, hasUser: userId !== '' });
    if (reason === null) void place();
    else refuse(sentenceOf(reason));
  };

  return (
    <Page title={messages.PAYMENT} personal>
      <OrderSteps at={2} />
      <h1 className="mb-4">{messages.PAYMENT}</h1>
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[1fr_20rem]">
        {state === 'placed' ? (
          <PlacedScreen />
        ) : (
          <>
            <div className="flex min-w-0 flex-col gap-4">
              <div className="panel p-4">
                <fieldset ref={choices} disabled={busy} className="flex min-w-0 flex-col gap-2">
                  <legend className="mb-4 font-extrabold">{messages.HOW_TO_PAY}</legend>
                  {PAYMENT_METHODS.map((id) => (
                    <Choice
                      key={id}
                      name="paymentMethod"
                      value={id}
                      defaultChecked={id === method}
                      aria-describedby={error ? ERROR_ID : `hint-${id}`}
                      onChange={() => {
                        setMethod(id);
                        if (id === 'stripe') refuse(sentenceOf({ code: 'stripe-not-included' }));
                        else clearError();
                      }}
                    >
                      <span className="flex min-w-0 flex-1 basis-32 flex-col">
                        <span className={id === 'stripe' ? 'text-muted' : 'font-semibold'}>
                          {messages.PAYMENT_METHOD_NAMES[id]}
                        </span>
                        <span aria-hidden id={`hint-${id}`} className="text-sm text-muted figures">
                          {id === 'stripe' ? messages.NOT_YET : haveReady}
                        </span>
                      </span>
                    </Choice>
                  ))}
                  {error ? (
                    // The toast is the alert; this text stays to be read.
                    <p id={ERROR_ID} className="font-semibold text-danger">
                      {error.text}
                      {error.text === sentenceOf({ code: 'blocked' }) ? (
                        <a href={`tel:${phone}`} className="tap px-2 underline underline-offset-4 figures">
                          {formatNumber(phone)}
                        </a>
                      ) : null}
                    </p>
                  ) : null}
                </fieldset>
              </div>
              <div className="panel p-4">
                {shipsTo ? (
                  <ShipsTo
                    form={shipsTo}
                    area={fees.length > 0 ? known : null}
                    delivery={formatExpectedDelivery(when, today)}
                  >
                    <details className="mt-1">
                      <summary className="flex min-h-11 items-center justify-between gap-2 font-semibold figures">
                        {folded}
                        <ChevronDown className="size-5" />
                      </summary>
                      <ul aria-label={messages.CART_LINES} translate="no" className="text-sm figures">
                        {items.map((item) => (
                          <li key={item.id} className="flex justify-between gap-3 py-1">
                            <span className="min-w-0 break-words">
                              {formatNumber(item.quantity)} × {productName(item)}
                            </span>
                            <span className="whitespace-nowrap">{formatPrice(shownLinePrice(item))}</span>
                          </li>
                        ))}
                      </ul>
                    </details>
                  </ShipsTo>
                ) : null}
              </div>
            </div>
            <aside aria-label={messages.TOTALS} className="panel flex flex-col gap-4 p-4 lg:sticky lg:top-20">
              <TotalsList lines={items} />
              <Notice
                look="warning"
                role="status"
                text={(state === 'unsure' || state === 'settling') && messages.TRYING_AGAIN}
              />
              <TotalsBar lines={items} text={method === null ? messages.CHOOSE_HOW_TO_PAY : undefined}>
                <button ref={button} type="submit" className="btn btn-primary" disabled={busy}>
                  {state === 'placing' || state === 'unsure' ? messages.PLACING_ORDER : messages.PLACE_ORDER}
                </button>
              </TotalsBar>
            </aside>
          </>
        )}
      </form>
    </Page>
  );
}

const ERROR_ID = 'payment-error';
