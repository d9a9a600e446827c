import { useFetcher } from 'react-router';
import type { OperatorOrder } from '../../../domain/orders/order.ts';
import type { Rider } from '../../../server/orders/riders.ts';

/** Gives an order to a rider, or takes it back, as soon as one is chosen. */
export function RiderSelect({
  order: { id, rider, revision },
  riders,
}: {
  order: OperatorOrder;
  riders: readonly Rider[];
}) {
  const fetcher = useFetcher();
  return (
    <select
      aria-label="Rider"
      value={String(fetcher.formData?.get('rider') ?? rider ?? '')}
      disabled={fetcher.state !== 'idle'}
      className="input"
      onChange={({ target }) =>
        void fetcher.submit({ id, intent: 'rider', rider: target.value, revision }, { method: 'post' })
      }
    >
      <option value="">No rider</option>
      {riders.map(({ id: one, name }) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}
