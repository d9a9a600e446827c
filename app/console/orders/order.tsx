import { IF_MISSING, MISSING_CHOICES, PAYMENT_METHOD_NAMES, PAYMENT_STATUS_NAMES, SHIPS_TO, TOTALS } from '#messages';
import { staffOf } from '../context.ts';
import { data, type LoaderFunctionArgs, useLoaderData, useSearchParams, useFetcher } from 'react-router';
import { localAddress } from '../../../messages/contact.ts';
import { isOpen, shortOrderId, type OperatorOrder } from '../../../domain/orders/order.ts';
import { reasonLabel } from '../../../domain/orders/reasons.ts';
import { STAGE_RULES } from '../../../domain/orders/stages.ts';
import { EmailText } from '../../components/email-text.tsx';
import { OrderStatusBadge } from '../../components/order-status.tsx';
import { TotalsTerms } from '../../components/totals-list.tsx';
import { amountText, Day, mapOf, Phone, WhatsApp } from '../kit/values.tsx';
import { keepOrder, OrderButtons } from './order-buttons.tsx';
import { TriedText } from './order-list.tsx';
import { Notes, readRecord, Record } from '../customers/record.tsx';
import { PackingSlip, PrintControls, usePrinted } from './packing-slip.tsx';
import { formatSlot } from '../../../messages/dates.ts';
import { say } from '../kit/say.tsx';
import { LinkFor, Notice, Panel, Screen, useRootData } from '../kit/screen.tsx';
import { History, Money, NoOrder, OrderLines } from './order-panels.tsx';
import { ButtonLink, ConfirmButton, useKeepFocus } from '../kit/form.tsx';
import type { ShownOrder } from '../../../server/orders/admin.ts';
import type { Rider } from '../../../server/orders/riders.ts';
import { Field } from '../../components/field.tsx';
import { Options } from '../kit/fields.tsx';
import { t, told } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const staff = await staffOf(args, 'orders');
  const id = args.params.id ?? '';
  const found = await staff.services.orders.admin.show(id);
  if (!found.ok) return data(null, { status: found.status });
  const { order, userId, phone: counts } = found.value;
  const [riders, noted, record] = await Promise.all([
    staff.services.riders.list(),
    staff.services.notes.list({ order: id }),
    readRecord(staff, { userId, phone: order.shippingInfo.phone, counts }),
  ]);
  const notes = noted.ok ? noted.value.notes : [];
  return data({ ...found.value, riders, notes, record }, { status: 200 });
}

export { changeOrder as action } from './change-order.ts';
export const clientAction = keepOrder;
export { reloadRefused as shouldRevalidate } from '../kit/answer.ts';

export default function OrderScreen() {
  const found = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const printed = usePrinted();
  useKeepFocus(null, found?.order.status);
  if (!found) return <NoOrder />;
  const { order, placedAt, chat, tried, userId, history, messages, money, riders, notes, record } = found;
  const rider = riders.find(({ id }) => id === order.rider);
  const isPending = isOpen(order.status);
  const name = shortOrderId(order.id);
  return (
    <Screen
      title={t('Order {name}', { name })}
      heading={
        <span className="flex items-center gap-3 figures">
          {t('Order {name}', { name })} <OrderStatusBadge status={order.status} />
        </span>
      }
    >
      <Notice look="good" text={params.has('placed') && t('{name} is placed.', { name })} />
      <p className="-mt-3 flex flex-wrap gap-x-3 text-muted print:hidden">
        {isPending ? <span className="font-semibold text-ink">{told(STAGE_RULES[order.stage].label)}</span> : null}
        {isPending && order.deliveryDay ? (
          <span>
            {say('Delivery {day}', { day: <Day at={new Date(order.deliveryDay)} /> })}
            {order.slot ? `, ${formatSlot(order.slot)}` : ''}
          </span>
        ) : null}
        {rider ? <span>{t('with {name}', { name: rider.name })}</span> : null}
        {order.source === 'phone' ? <span>{t('by phone')}</span> : null}
        {order.source === 'guest' ? <span>{t('without an account')}</span> : null}
        {isPending ? (
          <span>
            {IF_MISSING}: {MISSING_CHOICES[order.missing].toLowerCase()}
          </span>
        ) : null}
        {order.reason ? <span>{told(reasonLabel(order.reason))}</span> : null}
        {tried ? <TriedText {...tried} /> : null}
      </p>
      <div className="flex flex-col gap-4 md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:grid-rows-[auto_auto_1fr] md:items-start print:hidden">
        <div className={`flex gap-2 md:col-start-2 ${isPending ? 'max-md:order-last max-md:bottom-bar' : ''}`}>
          <OrderButtons key={order.id} order={order} />
          {isPending ? (
            <ButtonLink to={`/orders/${order.id}/edit`} label={t('Edit')} className="self-end px-2 text-sm" />
          ) : (
            <SetBack id={order.id} />
          )}
        </div>
        <div className="flex flex-col gap-4 md:col-start-2">
          <ShipsTo order={order} userId={userId} chat={chat} />
          {isPending && order.stage !== 'to confirm' && riders.length > 0 ? (
            <RiderSelect order={order} riders={riders} />
          ) : null}
          {isPending || Object.values(money).every((tk) => tk === 0) ? null : <Money order={order} money={money} />}
        </div>
        <div className="flex flex-col gap-4 md:col-start-1 md:row-span-3 md:row-start-1">
          <OrderLines key={order.id} order={order} />
          <section aria-label={TOTALS} className="panel p-4">
            <TotalsTerms totals={order} write={amountText} />
            <p className="mt-3 text-sm text-muted">
              {PAYMENT_METHOD_NAMES[order.paymentMethod]}, {PAYMENT_STATUS_NAMES[order.paymentStatus]}
            </p>
          </section>
          <PrintControls ids={[order.id]} />
        </div>
        <div className="flex flex-col gap-4 md:col-start-2">
          <Record record={record} />
          <Notes key={order.id} notes={notes} action={`/notes/order/${order.id}`} />
          <History history={history} messages={messages} placedAt={placedAt} order={order} />
        </div>
      </div>
      {printed ? (
        <div className="hidden print:block">
          <PackingSlip order={order} placedAt={placedAt} />
        </div>
      ) : null}
    </Screen>
  );
}

function ShipsTo({ order: { shippingInfo }, userId, chat }: Pick<ShownOrder, 'order' | 'userId' | 'chat'>) {
  const { name, phone, email } = shippingInfo;
  const who = userId ?? phone;
  const lines = localAddress(shippingInfo);
  const ways = { ...(phone && { Call: `tel:${phone}`, Message: `sms:${phone}` }), Map: mapOf(lines.join(', ')) };
  return (
    <Panel heading={SHIPS_TO}>
      <div className="-mt-2 break-words">
        <p>
          {who ? (
            <LinkFor right="customers" to={`/customers/${who}`} className="tap text-leaf hover:underline">
              {name}
            </LinkFor>
          ) : (
            name
          )}
        </p>
        <address className="whitespace-pre-line not-italic">{lines.join('\n')}</address>
        {phone ? <Phone number={phone} className="text-lg font-extrabold" /> : null}
        <p className="text-sm text-muted">
          <EmailText email={email} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {Object.entries(ways).map(([label, href]) => (
          <ButtonLink key={label} label={told(label)} href={href} className="grow" />
        ))}
        <WhatsApp href={chat} className="btn btn-quiet grow" />
      </div>
    </Panel>
  );
}

/** Gives an order to a rider, or takes it back, as soon as one is chosen. */
function RiderSelect({ order: { id, rider, revision }, riders }: { order: OperatorOrder; riders: readonly Rider[] }) {
  const fetcher = useFetcher();
  return (
    <select
      aria-label={t('Rider')}
      value={String(fetcher.formData?.get('rider') ?? rider ?? '')}
      disabled={fetcher.state !== 'idle'}
      className="input"
      onChange={({ target }) =>
        void fetcher.submit({ id, intent: 'rider', rider: target.value, revision }, { method: 'post' })
      }
    >
      <Options none={t('No rider')} of={riders.map((one) => [one.id, one.name])} />
    </select>
  );
}

/** For an order that was delivered or canceled by mistake. */
function SetBack({ id }: { id: string }) {
  const mails = useRootData()?.mailsToFiles ? '' : t(', and gets a mail');
  return (
    <ConfirmButton
      look="quiet"
      label={t('Set back to pending')}
      title={t('Set order {order} back to pending?', { order: shortOrderId(id) })}
      text={
        <p className="pt-1">
          {t(
            'The customer sees that it is open again{mails}. What was collected counts no more. The reason is for the shop alone.',
            { mails },
          )}
        </p>
      }
      fields={<Field label={t('Reason')} name="reason" required maxLength={200} autoComplete="off" className="mt-3" />}
      confirm={t('Set back')}
      confirmLook="primary"
      sends={{ id, intent: 'set-back' }}
    />
  );
}
