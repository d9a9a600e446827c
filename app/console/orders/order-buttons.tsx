import { STATUS_NAMES } from '#messages';
import { useFetcher } from 'react-router';
import {
  changesFrom,
  type Order,
  type OrderChange,
  shortOrderId,
  statusOfChange,
} from '../../../domain/orders/order.ts';
import { capitalized } from '../../../base/text.ts';
import type { Answer } from '../state/answer.ts';
import { Button } from '../components/button.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';

/**
 * One button for each change that the order may have, such as `Deliver`. The pressed button says at once what is wanted; the screen's
 * data is the truth. It stays in its place until then, and so does the keyboard focus.
 */
export function OrderButtons({ order: { id, status, shippingInfo } }: { order: Order }) {
  const fetcher = useFetcher<Answer>();
  const refused = fetcher.state === 'loading' && fetcher.data?.error !== undefined;
  const wanted = refused ? null : statusOfChange(String(fetcher.formData?.get('intent')));
  const submit = (intent: OrderChange): void => void fetcher.submit({ id, intent }, { method: 'post' });
  return changesFrom(status, 'operator').map(({ change, to, asks }) => {
    const label = capitalized(wanted === to ? STATUS_NAMES[to] : change);
    const hidden = wanted === null || wanted === to ? '' : 'invisible';
    if (asks) {
      return (
        <ConfirmButton
          key={change}
          label={label}
          title={`${capitalized(change)} order ${shortOrderId(id)}?`}
          text={`It was ordered by ${shippingInfo.name}. The customer gets a mail. This cannot be undone.`}
          look="quiet"
          className={`px-4 ${hidden}`}
          onConfirm={() => submit(change)}
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
