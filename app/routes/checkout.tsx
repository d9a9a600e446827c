import * as messages from '#messages';
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, redirect, useNavigate } from 'react-router';
import { Link } from '../components/link.tsx';
import { dayInDhaka } from '../../base/dates.ts';
import { smallestOrder } from '../../domain/orders/pricing.ts';
import type { OfferedSlot } from '../../domain/shop/slots.ts';
import { formatDay, formatSlot } from '../../messages/dates.ts';
import { checkoutErrors, filledFrom, guestErrors, NO_ADDRESS, shippingInfoOf } from '../../domain/orders/checkout.ts';
import { GUEST, type Missing, shippingInfoIn, type ShippingInfo } from '../../domain/orders/checkout-state.ts';
import { areaFinder, type ServedArea } from '../../domain/shop/areas.ts';
import { areaName } from '../../messages/format.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import { TotalsBar, TotalsList } from '../components/totals-list.tsx';
import { Choice } from '../components/choice.tsx';
import { Combobox } from '../components/combobox.tsx';
import { Notice } from '../components/notice.tsx';
import { OrderSteps } from '../components/order/order-steps.tsx';
import { ContactFields } from '../components/account/contact-fields.tsx';
import { FieldErrors } from '../components/field.tsx';
import { ShipsTo } from '../components/order/ships-to.tsx';
import { deliveryText, requireShopper, servicesOf } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { area, rememberArea, useDeliveryFee } from '../state/order/area.ts';
import { cart, limitText } from '../state/order/cart.ts';
import {
  checkoutDraft,
  confirmCheckout,
  deliveryTime,
  finishOrder,
  missing,
  shippingInfo,
} from '../state/order/checkout.ts';
import { useCartRefresh } from '../state/order/cart-refresh.ts';
import { connection, useOnline } from '../state/network/connection.ts';
import { closeErrors, toastError } from '../state/toasts.ts';
import { type FormErrors, messagesOf } from '../state/forms/form-errors.ts';
import type { Route } from './+types/checkout';

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireShopper(args);
  const { users, orders, shop } = servicesOf(args);
  const [profile, latest, slots] = await Promise.all([
    viewer && users.profile(viewer),
    viewer && orders.list(viewer, { limit: 1 }),
    orders.slots(),
  ]);
  const delivery = deliveryText(args);
  return {
    profile,
    latest: latest?.orders[0]?.shippingInfo,
    delivery,
    areas: shop.servedAreas(),
    times: slots.map(timeOf),
  };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const { profile, latest, delivery, areas, times } = await serverLoader();
  if (cart.get().length === 0) throw redirect('/empty-cart');
  const { id: userId, email } = profile ?? { id: GUEST, email: null };
  // What this customer has typed here comes before the profile, and the profile before the latest order.
  const draft = checkoutDraft.get();
  const confirmed = shippingInfo.get();
  const isOwn = profile ? confirmed?.email === email : confirmed;
  const typed = draft?.userId === userId ? draft.form : isOwn ? confirmed : null;
  const start = typed ?? (profile ? filledFrom(shippingInfoOf(profile), latest) : NO_ADDRESS);
  // Whatever was chosen last in this browser.
  const to = area.get()?.id ?? start.area;
  rememberArea(areas.find(({ id }) => id === to) ?? null);
  const now = { ...start, area: area.get()?.id ?? '' };
  // What was typed here, perhaps to be corrected, stays open.
  const isKnown = profile && !typed && checkoutErrors(now, areas.length > 0).length === 0;
  return { start, isKnown, userId, delivery, areas, times };
}
clientLoader.hydrate = true as const;

export { PendingScreen as HydrateFallback } from '../shell/pending-screen.tsx';

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const { start, isKnown, userId, delivery, areas, times } = loaderData;
  const items = cart.use();
  const online = useOnline();
  const lost = connection.useLost();
  const { changed, gone } = useCartRefresh();
  const tooSmall = smallestOrder(items, useDeliveryFee()) !== null;
  const limit = items.map(limitText).find((text) => text !== null);
  const [errors, setErrors] = useState<FormErrors>([]);
  /** An address that is good as it is, in place of its fields. */
  const [known, setKnown] = useState(isKnown ? start : null);
  const to = area.use();
  const fields = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();

  const isGuest = userId === GUEST;
  const check = (form: ShippingInfo) => (isGuest ? guestErrors : checkoutErrors)(form, areas.length > 0);
  const confirm = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    closeErrors();
    const form = formOf(event.currentTarget);
    const found = check(form);
    setErrors(messagesOf(found));
    if (found.some(({ reason }) => reason.code === 'required')) toastError(sentenceOf({ code: 'fill-in-details' }));
    if (found.length > 0) return;
    // The products were ordered in another tab and must not be ordered again.
    finishOrder();
    if (cart.get().length === 0) return;
    const time = new FormData(event.currentTarget).get('time');
    if (times.length > 0 && !time) return toastError(sentenceOf({ code: 'slot-full' }));
    deliveryTime.set(String(time ?? ''));
    confirmCheckout(form);
    void navigate('/payment');
  };

  // The cart was emptied in another tab.
  if (items.length === 0) return <Navigate to="/empty-cart" replace />;
  return (
    <Page title={messages.CHECKOUT} personal>
      <OrderSteps at={1} />
      <h1 className="mb-4">{messages.CHECKOUT}</h1>
      <form
        noValidate
        onSubmit={confirm}
        onInput={({ currentTarget }) => checkoutDraft.set({ userId, form: formOf(currentTarget) })}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[1fr_20rem]"
      >
        <div className="panel flex flex-col gap-4 p-4">
          <Notice look="warning" role="status" text={(!online || lost) && messages.ORDER_NEEDS_CONNECTION} />
          {known ? (
            <ShipsTo
              form={known}
              area={areas.length > 0 ? to : null}
              onEdit={() => fields.current?.querySelector('input')?.focus()}
            />
          ) : null}
          {isGuest ? (
            <p className="flex flex-wrap items-center gap-x-2">
              {messages.HAVE_AN_ACCOUNT}
              <Link
                to="/user/login?next=%2Fcheckout"
                className="tap font-semibold text-leaf underline underline-offset-4"
              >
                {messages.LOGIN}
              </Link>
            </p>
          ) : null}
          {/* Behind the address the fields are there for readers, keys and autofill; the focus in one shows all. */}
          <div ref={fields} className={known ? 'sr-only' : 'contents'} onFocus={() => setKnown(null)}>
            <FieldErrors errors={errors} check={(form) => messagesOf(check(formOf(form)))}>
              <ContactFields start={start} emailEditable brief={isGuest}>
                {areas.length > 0 ? <AreaField areas={areas} /> : null}
              </ContactFields>
            </FieldErrors>
          </div>
          {times.length > 0 ? <Times times={times} /> : null}
          <IfMissing />
        </div>
        <aside aria-label={messages.TOTALS} className="panel flex flex-col gap-4 p-4 lg:sticky lg:top-20">
          {changed.size > 0 || gone.size > 0 || limit ? (
            <p role="status" className="notice notice-warning">
              {limit ?? (gone.size > 0 ? messages.PRODUCTS_ARE_GONE : messages.PRODUCTS_HAVE_CHANGED)}{' '}
              <Link to="/cart" className="underline underline-offset-4">
                {messages.SEE_THE_CART}
              </Link>
            </p>
          ) : null}
          <TotalsList lines={items} />
          {times.length > 0 ? null : <p className="text-sm text-muted">{delivery}</p>}
          <TotalsBar lines={items}>
            <button
              type="submit"
              className="btn btn-primary"
              disabled={gone.size > 0 || limit !== undefined || tooSmall}
            >
              {messages.CONFIRM_CHECKOUT}
            </button>
          </TotalsBar>
        </aside>
      </form>
    </Page>
  );
}

/** A delivery time that can be chosen, in words. */
function timeOf(slot: OfferedSlot) {
  const [day, hours] = [formatDay(slot.day, dayInDhaka(new Date())), formatSlot(slot)];
  return { when: `${slot.day} ${slot.from} ${hours}`, day, hours, full: slot.left === 0 };
}

/** What was chosen at this checkout stays, while it is free; else the first free one. */
function Times({ times }: { times: readonly ReturnType<typeof timeOf>[] }) {
  const field = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // Sent back for another one.
    if (location.hash) field.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, []);
  const free = times.filter(({ full }) => !full);
  const { when: chosen } =
    free.find(({ when }) => when.slice(0, 16) === deliveryTime.get().slice(0, 16)) ?? free[0] ?? {};
  return (
    <fieldset ref={field} className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">{messages.DELIVERY_TIME}</legend>
      {times.map(({ when, day, hours, full }) => (
        <Choice
          key={when}
          name="time"
          value={when}
          defaultChecked={when === chosen}
          disabled={full}
          onChange={() => deliveryTime.set(when)}
        >
          <span className="min-w-0 flex-1 figures">
            {day}, <b className="font-semibold whitespace-nowrap">{hours}</b>
          </span>
          {full ? <span className="text-muted">{messages.SLOT_IS_FULL}</span> : null}
        </Choice>
      ))}
    </fieldset>
  );
}

function IfMissing() {
  const chosen = missing.use();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{messages.IF_MISSING}</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(messages.MISSING_CHOICES).map(([one, text]) => (
          <Choice key={one} name="missing" checked={one === chosen} onChange={() => missing.set(one as Missing)}>
            {text}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

function formOf(form: HTMLFormElement): ShippingInfo {
  return shippingInfoIn(Object.fromEntries(new FormData(form)));
}

/** More are found by typing. */
const MAX_SHOWN = 60;

/** The form has the id as `area`, and the browser remembers what is chosen. */
function AreaField({ areas }: { areas: readonly ServedArea[] }) {
  const known = area.use();
  /** Null: the field shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const { find, called } = useMemo(() => areaFinder(areas), [areas]);
  return (
    <>
      <input type="hidden" name="area" value={known?.id ?? ''} />
      <Combobox
        label={messages.FIELD_LABELS.area}
        field="area"
        spellCheck={false}
        placeholder={messages.AREA_EXAMPLE}
        value={typed ?? (known ? areaName(known) : '')}
        find={() => find(typed ?? '').slice(0, MAX_SHOWN)}
        keyOf={({ id }) => id}
        opensBy={known ? 'press' : 'focus'}
        first="marked"
        none={messages.NO_AREA_FOUND}
        looks={['z-10 max-h-60', 'min-h-11 px-3']}
        onType={(text) => {
          setTyped(text);
          rememberArea(called(text));
        }}
        onChoose={(chosen) => {
          rememberArea(chosen);
          setTyped(null);
        }}
        onFocus={({ currentTarget }) => known && currentTarget.select()}
        onBlur={() => known && setTyped(null)}
      >
        {areaName}
      </Combobox>
    </>
  );
}
