import * as messages from '#messages';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { ADDRESS_FIELDS, addressLines } from '../../domain/accounts/address.ts';
import type { ShippingInfo } from '../../domain/orders/checkout-state.ts';
import { PAYMENT_METHODS, paymentError } from '../../domain/orders/checkout.ts';
import { areaName, formatNumber } from '../../messages/format.ts';
import { formatContact } from '../../messages/contact.ts';
import { ActionBar, TotalsList } from '../components/totals-list.tsx';
import { OrderSteps } from '../components/order/order-steps.tsx';
import { OrderLines } from '../components/order/order-lines.tsx';
import { PlacedSummary } from '../components/order/placed-summary.tsx';
import { useRestoreFocus } from '../components/use-restore-focus.ts';
import { areaFees, deliveryDay, deliveryText, requireViewer } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { area, type KnownArea, refreshArea } from '../state/order/area.ts';
import { orderAttempt } from '../state/order/order-attempt.ts';
import { cart } from '../state/order/cart.ts';
import { checkoutConfirmed, shippingInfo } from '../state/order/checkout.ts';
import { useRootData } from '../state/root-data.ts';
import { usePlaceOrder } from '../state/order/use-place-order.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import type { Route } from './+types/payment';

export async function loader(args: Route.LoaderArgs) {
  const { id } = await requireViewer(args);
  return { userId: id, delivery: deliveryText(args), day: deliveryDay(args), fees: areaFees(args) };
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

export default function Payment({ loaderData: { userId, delivery, day, fees } }: Route.ComponentProps) {
  const items = cart.use();
  const phone = useRootData()?.shop.phone ?? '';
  const shipsTo = shippingInfo.use();
  const known = area.use();
  const [method, setMethod] = useState<string | null>(null);
  const navigate = useNavigate();
  const { place, state, error, refuse, clearError } = usePlaceOrder(userId, day, (path) => navigate(path));
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
  const done = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state !== 'placed') return;
    done.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [state]);

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
          <section
            ref={done}
            tabIndex={-1}
            aria-labelledby="placed"
            className="panel flex flex-col gap-3 bg-leaf-soft p-4"
          >
            <h2 id="placed" className="text-lg text-leaf-strong">
              {messages.ORDER_CONFIRMED}
            </h2>
            <PlacedSummary />
            <Link to="/user/orders" className="btn btn-quiet self-start">
              {messages.VIEW_ORDERS}
            </Link>
          </section>
        ) : (
          <div className="flex min-w-0 flex-col gap-4">
            <section aria-labelledby="ships-to" className="panel flex flex-col gap-2 p-4 text-sm">
              <div className="flex items-baseline justify-between gap-4">
                <h2 id="ships-to" className="text-base">
                  {messages.SHIPS_TO}
                </h2>
                <Link
                  to="/checkout"
                  className="tap -my-3 justify-end font-semibold text-leaf underline underline-offset-4"
                >
                  {messages.EDIT}
                </Link>
              </div>
              <p className="[overflow-wrap:anywhere]">
                {shipsTo ? addressText(shipsTo, fees.length > 0 ? known : null) : null}
              </p>
              <p className="font-semibold text-leaf">{delivery}</p>
              <OrderLines items={items} />
            </section>
            <fieldset ref={choices} disabled={busy} className="panel flex flex-col gap-3 p-4">
              <legend className="float-left mb-2 w-full text-lg font-extrabold">{messages.HOW_TO_PAY}</legend>
              {PAYMENT_METHODS.map((id) => (
                <label
                  key={id}
                  className="flex min-h-14 cursor-pointer items-center gap-3 rounded-xl border border-line px-4 has-checked:border-leaf has-checked:bg-leaf-soft"
                >
                  <input
                    type="radio"
                    name="paymentMethod"
                    value={id}
                    className="size-5 accent-leaf"
                    aria-describedby={error ? ERROR_ID : undefined}
                    onChange={() => {
                      setMethod(id);
                      if (id === 'stripe') refuse(messages.STRIPE_NOT_INCLUDED);
                      else clearError();
                    }}
                  />
                  <span className={`font-semibold ${id === 'stripe' ? 'text-muted' : ''}`}>
                    {messages.PAYMENT_METHOD_NAMES[id]}
                  </span>
                  {id === 'stripe' ? (
                    <span aria-hidden className="ml-auto text-sm text-muted">
                      {messages.NOT_YET}
                    </span>
                  ) : null}
                </label>
              ))}
              {error ? (
                // The toast is the alert; this text stays to be read.
                <p id={ERROR_ID} className="font-semibold text-danger">
                  {error.text}
                  {error.text === messages.CALL_TO_ORDER ? (
                    <a href={`tel:${phone}`} className="tap ml-2 underline underline-offset-4 figures">
                      {formatNumber(phone)}
                    </a>
                  ) : null}
                </p>
              ) : null}
              <p className={`text-sm text-muted ${method === 'stripe' ? 'invisible' : ''}`}>{messages.CASH_HINT}</p>
            </fieldset>
          </div>
        )}
        <aside aria-label={messages.TOTALS} className="panel flex flex-col gap-4 p-4 lg:sticky lg:top-20">
          <TotalsList lines={items} />
          {state === 'unsure' || state === 'settling' ? (
            <p role="status" className="notice notice-warning">
              {messages.TRYING_AGAIN}
            </p>
          ) : null}
          {state === 'placed' ? null : (
            <ActionBar lines={items}>
              <button ref={button} type="submit" className="btn btn-primary" disabled={busy}>
                {state === 'placing' || state === 'unsure' ? messages.PLACING_ORDER : messages.PLACE_ORDER}
              </button>
            </ActionBar>
          )}
        </aside>
      </form>
    </Page>
  );
}

const ERROR_ID = 'payment-error';

/** 'Rahim, 01712345678, House 12, Road 7, Dhanmondi · Dhaka 1209'. */
function addressText(form: ShippingInfo, to: KnownArea | null): string {
  const shown = { ...form };
  for (const field of ['phone', ...ADDRESS_FIELDS] as const) shown[field] = formatContact(field, form[field]);
  const [street = '', ...others] = addressLines({ ...shown, areaName: to ? areaName(to) : '' });
  const [place = '', ...rest] = to ? [`${street}, ${others[0] ?? ''}`, ...others.slice(1)] : [street, ...others];
  return [[form.name, shown.phone, place].filter(Boolean).join(', '), ...rest].join(' · ');
}
