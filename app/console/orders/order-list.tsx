import { PIECE_COUNT } from '#messages';
import { Component, type ComponentProps, createRef, type ReactNode, useState } from 'react';
import { Link, useFetchers, useLoaderData } from 'react-router';
import ChatIcon from 'virtual:icons/message-circle';
import PhoneIcon from 'virtual:icons/phone';
import { localAddress } from '../../../messages/contact.ts';
import { isOpen, shortOrderId } from '../../../domain/orders/order.ts';
import { pieces } from '../../../domain/orders/cart.ts';
import { NEW_STAGE, type OrderStage, STAGE_RULES } from '../../../domain/orders/stages.ts';
import { OrderStatusBadge } from '../../components/order-status.tsx';
import { areaName, formatMessage } from '../../../messages/format.ts';
import { CALL_OUTCOMES, type CallOutcome, cancelReasonOf, reasonLabel } from '../../../domain/orders/reasons.ts';
import { EmailText } from '../../components/email-text.tsx';
import type { AdminOrder, Tried } from '../../../server/orders/admin.ts';
import { CheckBox } from '../kit/fields.tsx';
import { say } from '../kit/say.tsx';
import { Columns, Empty } from '../kit/list.tsx';
import { Age, formatTk, Time, WhatsApp, whenText } from '../kit/values.tsx';
import { doneOrders, OrderButtons } from './order-buttons.tsx';
import type { loader } from './orders.tsx';
import { t, told } from '../../../messages/console/t.ts';

interface OrderListProps {
  selected: readonly string[];
  onSelect: (selected: readonly string[]) => void;
  children: ReactNode;
}

/** The orders of one view, or `children` when it has none. What comes while it is open is marked for a moment. */
export function OrderList({ selected, onSelect, children }: OrderListProps) {
  const { orders, now } = useLoaderData<typeof loader>();
  const [openedAt] = useState(now);
  const [isAsked, setIsAsked] = useState(false);
  const rows = useSteadyRows(orders, isAsked);
  return (
    <div className={rows.length > 0 ? 'panel overflow-hidden' : ''}>
      {rows.length > 0 ? (
        <Columns
          names={['', t('Order'), t('Customer'), t('Address'), t('Total')]}
          className={`md:grid ${ORDER_COLUMNS} [&>:last-child]:text-right`}
        />
      ) : null}
      <SteadyList>
        {rows.map(({ row, isGone }) => (
          <OrderRow
            key={row.order.id}
            {...row}
            isNew={row.placedAt > openedAt}
            isGone={isGone}
            isSelected={selected.includes(row.order.id)}
            onSelect={(isSelected) => {
              const others = selected.filter((id) => id !== row.order.id);
              onSelect(isSelected ? [...others, row.order.id] : others);
            }}
            onAsk={setIsAsked}
          />
        ))}
        {children && rows.length === 0 ? <Empty>{children}</Empty> : null}
      </SteadyList>
    </div>
  );
}

/**
 * The rows of a list that changes by itself. While something is done or can be undone, or a question `isAsked`, no row
 * leaves or moves, and new ones come at the end. `isGone`: it has left the list meanwhile.
 */
function useSteadyRows(rows: readonly AdminOrder[], isAsked: boolean) {
  const done = doneOrders.use();
  const isHeld = useFetchers().length > 0 || done.size > 0 || isAsked;
  const [shown, setShown] = useState(rows);
  const now = new Map(rows.map((row) => [row.order.id, row]));
  const known = new Set(shown.map(({ order }) => order.id));
  const next = isHeld
    ? [
        ...shown.map((row) => (done.has(row.order.id) ? row : (now.get(row.order.id) ?? row))),
        ...rows.filter(({ order }) => !known.has(order.id)),
      ]
    : rows;
  if (next.length !== shown.length || next.some((row, at) => row !== shown[at])) setShown(next);
  return next.map((row) => ({ row, isGone: !now.has(row.order.id) && !done.has(row.order.id) }));
}

const ORDER_COLUMNS = 'md:grid-cols-[2.25rem_9rem_9rem_minmax(0,1fr)_5.5rem_16rem] md:items-center md:gap-x-3 md:px-3';

/** The further it is, the greener is the edge of its card. A stage of none has that of a new order. */
const EDGES: Readonly<Partial<Record<OrderStage, string>>> = {
  'to confirm': 'border-l-danger',
  packed: 'border-l-leaf/50',
  'with rider': 'border-l-leaf',
};

interface OrderRowProps extends ComponentProps<typeof OrderButtons> {
  placedAt: Date;
  chat: AdminOrder['chat'];
  tried?: AdminOrder['tried'];
  isNew: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** On a phone: three lines of text, of which a tap opens the order, and one of buttons. */
function OrderRow({ placedAt, chat, tried, isNew, isSelected, onSelect, ...buttons }: OrderRowProps) {
  const { choices, now, today } = useLoaderData<typeof loader>();
  const { order } = buttons;
  const { id, status, stage, source, printed, deliveryDay, shippingInfo, orderItems, totalCost } = order;
  const name = shortOrderId(id);
  const { areaName: inEnglish = '', areaNameBn: nameBn = '' } = shippingInfo;
  const area = areaName({ name: inEnglish, nameBn });
  const address = localAddress({ ...shippingInfo, areaName: '', areaNameBn: '' }).join(', ');
  const marks = [
    tried?.change === 'return' && t('Not delivered'),
    isOpen(status) && stage !== NEW_STAGE && told(STAGE_RULES[stage].label),
    choices.riders.find(([rider]) => rider === order.rider)?.[1],
    source === 'phone' && t('By phone'),
    source === 'guest' && t('No account'),
    printed && t('Printed'),
  ].filter(Boolean);
  return (
    <article
      aria-label={name}
      className={`grid grid-cols-[2.75rem_minmax(0,1fr)] border-l-4 py-1 pr-2 ${ORDER_COLUMNS} ${isOpen(status) ? (EDGES[stage] ?? 'border-l-line') : 'border-l-transparent'} ${isNew ? 'animate-[arrival_6s_ease-out]' : ''}`}
    >
      <CheckBox
        label=""
        aria-label={t('Select {name}', { name })}
        className="-my-1 size-11 justify-center md:row-span-2"
        checked={isSelected}
        onChange={({ target }) => onSelect(target.checked)}
      />
      <div className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 text-sm md:contents">
        <p className="col-span-2 truncate font-semibold md:col-span-1 md:col-start-4 md:row-start-1 md:self-end">
          {area ? `${area} · ` : ''}
          {address}
        </p>
        <p className="flex min-w-0 gap-1 md:contents">
          <span translate="no" className="truncate md:col-start-3 md:row-start-1 md:self-end md:text-base">
            {shippingInfo.name}
          </span>{' '}
          <span className="whitespace-nowrap text-muted figures md:col-start-5 md:row-start-2 md:self-start md:text-right">
            <span className="md:hidden">· </span>
            {formatMessage(PIECE_COUNT, { n: pieces(orderItems) })}
          </span>
        </p>
        <p className="text-right font-extrabold whitespace-nowrap figures md:col-start-5 md:row-start-1 md:self-end md:text-base">
          {formatTk(totalCost)}
        </p>
        <p className="col-span-2 flex flex-wrap gap-x-1 text-xs text-muted md:contents">
          <Link
            to={`/orders/${id}`}
            className="-mt-10 flex min-h-14 items-end font-semibold text-ink figures before:absolute before:inset-0 hover:underline md:col-start-2 md:row-start-1 md:mt-0 md:min-h-0 md:self-end md:text-base md:font-extrabold md:before:hidden"
          >
            {name}
          </Link>
          <span className="md:col-start-2 md:row-start-2 md:self-start md:truncate md:text-sm">
            <span className="md:hidden">· </span>
            {deliveryDay === null || !isOpen(status) ? null : (
              <>
                <span className={deliveryDay < today ? 'font-semibold text-danger' : 'text-ink'}>
                  {whenText(deliveryDay, order.slot, today)}
                </span>{' '}
                ·{' '}
              </>
            )}
            <Age at={placedAt} from={now} />
          </span>
          <span className="flex-1 basis-12 truncate md:col-start-4 md:row-start-2 md:self-start md:text-sm">
            {marks.map((mark) => (
              <span key={String(mark)} className="before:content-['·_'] md:first:before:content-none">
                {mark}{' '}
              </span>
            ))}
          </span>
        </p>
        {tried ? (
          <p className="col-span-2 md:col-span-3 md:col-start-3 md:row-start-3">
            <TriedText {...tried} />
          </p>
        ) : null}
      </div>
      <div className="col-span-2 flex items-center md:contents">
        {shippingInfo.phone ? (
          <span className="flex md:col-start-3 md:row-start-2 md:-my-3 md:self-start">
            <a
              href={`tel:${shippingInfo.phone}`}
              aria-label={shippingInfo.phone}
              className="tap size-11 justify-center text-leaf figures hover:underline md:h-11 md:w-auto md:justify-start md:text-sm"
            >
              <PhoneIcon className="size-5 md:hidden" />
              <span className="max-md:hidden">{shippingInfo.phone}</span>
            </a>
            {/* On a phone, where five whole orders stand, it is on the order's page. */}
            <WhatsApp href={chat} className="tap size-11 justify-center text-leaf max-md:hidden">
              <ChatIcon className="size-5" />
            </WhatsApp>
          </span>
        ) : null}
        <div className="flex min-h-11 flex-1 justify-end md:col-start-6 md:row-span-2 md:row-start-1">
          {isOpen(status) ? null : (
            <span className="self-center">
              <OrderStatusBadge status={status} />
            </span>
          )}
          <OrderButtons {...buttons} />
        </div>
      </div>
    </article>
  );
}

/** What somebody has tried: 'No answer, tried 2 times, 5 min ago by karim@example.com'. */
export function TriedText({ change, reason, times, at, by }: Tried) {
  const known = cancelReasonOf(reason);
  return (
    <span className="text-sm font-semibold text-danger">
      {told((change === 'call' ? CALL_OUTCOMES[reason as CallOutcome] : known && reasonLabel(known)) ?? '')}
      {times > 1 ? t(', tried {times} times', { times }) : ''},{' '}
      {say('{time} by {who}', { time: <Time at={at} />, who: <EmailText email={by ?? t('the API')} /> })}
    </span>
  );
}

type Snapshot = ReturnType<SteadyList['getSnapshotBeforeUpdate']>;

/**
 * Articles that come and go while somebody presses their buttons. The row under the pointer stays where it is, and a
 * focus whose row leaves moves to the next one. Only a class can measure before the page changes.
 */
class SteadyList extends Component<{ children: ReactNode }> {
  private readonly list = createRef<HTMLDivElement>();

  private rows(): Element[] {
    return [...(this.list.current?.querySelectorAll('article') ?? [])];
  }

  override getSnapshotBeforeUpdate() {
    const rows = this.rows();
    const focused = rows.findIndex((row) => row.matches(':focus-within'));
    const touched = rows.find((row) => row.matches(':hover')) ?? rows[focused];
    return { touched, top: touched?.getBoundingClientRect().top ?? 0, focused };
  }

  override componentDidUpdate(_props: unknown, _state: unknown, { touched, top, focused }: Snapshot): void {
    if (touched?.isConnected) scrollBy(0, touched.getBoundingClientRect().top - top);
    if (focused < 0 || document.activeElement !== document.body) return;
    const rows = this.rows();
    const heir = rows[Math.min(focused, rows.length - 1)]?.querySelector('a');
    (heir ?? document.querySelector('main'))?.focus({ preventScroll: true });
  }

  override render(): ReactNode {
    return (
      <div ref={this.list} className="rows">
        {this.props.children}
      </div>
    );
  }
}
