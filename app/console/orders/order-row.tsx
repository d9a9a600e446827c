import { PIECE_COUNT } from '#messages';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import PhoneIcon from 'virtual:icons/phone';
import { addressLines } from '../../../domain/accounts/address.ts';
import { isOpen, shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { pieces } from '../../../domain/orders/quantity.ts';
import { NEW_STAGE, stageLabel } from '../../../domain/orders/stages.ts';
import { OrderStatusBadge } from '../../components/order-status.tsx';
import { formatMessage, formatPrice } from '../../../messages/format.ts';
import { Age } from '../components/age.tsx';
import { dayText } from '../components/day-text.ts';
import { OrderButtons } from './order-buttons.tsx';

export const ORDER_COLUMNS =
  'md:grid-cols-[2.25rem_7rem_9rem_minmax(0,1fr)_5.5rem_17rem] md:items-center md:gap-x-3 md:px-3';

interface OrderRowProps extends ComponentProps<typeof OrderButtons> {
  placedAt: Date;
  today: string;
  rider: string | undefined;
  isNew: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** On a phone: two lines of text and one of buttons. */
export function OrderRow({ placedAt, today, rider, isNew, isSelected, onSelect, ...buttons }: OrderRowProps) {
  const { order } = buttons;
  const { id, status, stage, source, printed, deliveryDay, shippingInfo, orderItems, totalCost } = order;
  const name = shortOrderId(id);
  const marks = [
    isOpen(status) && stage !== NEW_STAGE && stageLabel(stage),
    rider,
    source === 'phone' && 'By phone',
    printed && 'Printed',
  ].filter(Boolean);
  return (
    <article
      aria-label={name}
      className={`grid grid-cols-[2.25rem_minmax(0,1fr)_auto] gap-x-2 px-2 py-1 leading-5 ${ORDER_COLUMNS} ${isNew ? 'animate-[arrival_6s_ease-out]' : ''}`}
    >
      <label className="row-span-2 -my-0.5 grid size-11 place-items-center">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          className="size-5 accent-leaf"
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <p className="flex min-w-0 gap-2 md:row-span-2 md:block">
        <Link
          to={`/orders/${id}`}
          className="z-1 -mb-6 flex min-h-11 items-start font-bold figures hover:underline md:mb-0 md:min-h-0"
        >
          {name}
        </Link>
        <span className="truncate text-sm text-muted md:block">
          {deliveryDay === null ? null : (
            <span className={isOpen(status) && deliveryDay < today ? 'font-semibold text-danger' : 'text-ink'}>
              {dayText(deliveryDay, today)}
            </span>
          )}{' '}
          · <Age at={placedAt} />
        </span>
      </p>
      <p className="text-right font-bold whitespace-nowrap figures md:col-start-5 md:row-start-1 md:self-end">
        {formatPrice(formatAmount(totalCost))}
      </p>
      <p className="truncate md:contents">
        <span className="md:col-start-3 md:row-start-1 md:self-end md:truncate">{shippingInfo.name}</span>{' '}
        <span className="text-sm text-muted md:col-start-4 md:row-span-2 md:row-start-1 md:line-clamp-2 md:whitespace-normal">
          {marks.map((mark) => (
            <span
              key={String(mark)}
              className="mr-1 rounded-full bg-clay-soft px-2 py-0.5 text-xs font-semibold text-clay"
            >
              {mark}
            </span>
          ))}
          {addressLines(shippingInfo).join(', ')}
        </span>
      </p>
      <p className="text-right text-xs leading-5 whitespace-nowrap text-muted figures md:col-start-5 md:row-start-2 md:self-start md:text-sm">
        {formatMessage(PIECE_COUNT, { n: pieces(orderItems) })}
      </p>
      <div className="col-span-3 flex items-center gap-1 md:contents">
        {shippingInfo.phone ? (
          <a
            href={`tel:${shippingInfo.phone}`}
            aria-label={shippingInfo.phone}
            className="tap size-11 justify-center text-leaf figures hover:underline md:col-start-3 md:row-start-2 md:-my-3 md:h-11 md:self-start md:w-auto md:justify-start md:text-sm"
          >
            <PhoneIcon className="size-5 md:hidden" />
            <span className="max-md:hidden">{shippingInfo.phone}</span>
          </a>
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
