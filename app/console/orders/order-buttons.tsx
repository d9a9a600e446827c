import { useFetcher } from 'react-router';
import { canTransition, type Order, type OrderChange, shortOrderId, statusOfChange } from '../../../domain/order.ts';
import type { Answer } from '../state/answer.ts';
import { ConfirmButton } from '../components/confirm-button.tsx';

/**
 * `Deliver` and `Cancel`, where the order can still change. The pressed button says at once what is wanted; the screen's data is the
 * truth. It stays in its place until then, and so does the keyboard focus.
 */
export function OrderButtons({ order: { id, status, shippingInfo } }: { order: Order }) {
  const fetcher = useFetcher<Answer>();
  const refused = fetcher.state === 'loading' && fetcher.data?.error !== undefined;
  const wanted = refused ? null : statusOfChange(String(fetcher.formData?.get('intent')));
  const change = (intent: OrderChange): void => void fetcher.submit({ id, intent }, { method: 'post' });
  if (!canTransition(status, 'delivered', 'operator')) return null;
  return (
    <>
      <button
        type="button"
        className={`btn btn-primary flex-1 px-4 ${wanted === 'canceled' ? 'invisible' : ''}`}
        aria-disabled={wanted !== null}
        onClick={() => {
          if (wanted === null) change('deliver');
        }}
      >
        {wanted === 'delivered' ? 'Delivered' : 'Deliver'}
      </button>
      <ConfirmButton
        label={wanted === 'canceled' ? 'Canceled' : 'Cancel'}
        title={`Cancel order ${shortOrderId(id)}?`}
        text={`It was ordered by ${shippingInfo.name}. The customer gets a mail. This cannot be undone.`}
        className={`btn btn-quiet px-4 ${wanted === 'delivered' ? 'invisible' : ''}`}
        onConfirm={() => change('cancel')}
      />
    </>
  );
}
