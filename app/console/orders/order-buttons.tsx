import { STATUS_NAMES } from '#messages';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import {
  changesFrom,
  type Order,
  type OrderChange,
  type OrderStatus,
  shortOrderId,
} from '../../../domain/orders/order.ts';
import { capitalized } from '../../../base/text.ts';
import type { Answer } from '../state/answer.ts';
import { Button } from '../components/button.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { useRootData } from '../state/root-data.ts';

interface OrderButtonsProps {
  order: Order;
  isGone?: boolean;
  onAsk?: (isOpen: boolean) => void;
}

/**
 * One button for each change that the order may have, such as `Deliver`. A pressed button waits in its place, with the keyboard focus,
 * until the screen has the order as it is then: nothing is shown as done before. A question stays open when somebody else changes
 * the order, and says so; `onAsk` hears of it, because the order's row must stay too. `isGone`: the order has left its list.
 */
export function OrderButtons({ order: { id, status, shippingInfo }, isGone = false, onAsk }: OrderButtonsProps) {
  const fetcher = useFetcher<Answer>();
  const [pressed, setPressed] = useState<OrderChange | null>(null);
  const [asked, setAsked] = useState<OrderStatus | null>(null);
  const mails = useRootData()?.mailsToFiles ? '' : 'The customer gets a mail. ';
  const refused = fetcher.state !== 'submitting' && fetcher.data?.error !== undefined;
  const wanted = refused ? null : pressed;
  const submit = (intent: OrderChange): void => {
    setPressed(intent);
    void fetcher.submit({ id, intent }, { method: 'post' });
  };
  const changes = changesFrom(asked ?? status, 'operator');
  const now = isGone ? changes.map(({ to }) => STATUS_NAMES[to]).join(' or ') : STATUS_NAMES[status];
  const isOver = asked !== null && (isGone || status !== asked);
  return changes.map(({ change, to, asks }) => {
    const label = capitalized(wanted === change ? `${change} …` : change);
    const hidden = wanted === null || wanted === change ? '' : 'invisible';
    if (asks) {
      return (
        <ConfirmButton
          key={change}
          label={label}
          title={`${capitalized(change)} order ${shortOrderId(id)}?`}
          text={`It was ordered by ${shippingInfo.name}. ${mails}This cannot be undone.`}
          keep="Keep the order"
          confirm={`${capitalized(change)} the order`}
          over={isOver ? `${shortOrderId(id)} has been ${now} meanwhile. It was not ${STATUS_NAMES[to]} by you.` : null}
          look="quiet"
          className={`px-4 ${hidden}`}
          onConfirm={() => submit(change)}
          onAsk={(isOpen) => {
            setAsked(isOpen ? status : null);
            onAsk?.(isOpen);
          }}
        />
      );
    }
    return (
      <Button
        key={change}
        label={label}
        className={`flex-1 px-4 ${hidden}`}
        aria-disabled={wanted !== null}
        onClick={() => {
          if (wanted === null) submit(change);
        }}
      />
    );
  });
}
