/** `Packed`, also where there is no connection. */
import { shortOrderId } from '../../../domain/orders/order.ts';
import { toastSuccess } from '../../state/toasts.ts';
import { createPresses, type Kept } from '../kit/presses.ts';
import { ticked, withoutOrder } from './ticks.ts';

export interface Packed extends Kept {
  /** The e-mail address of whoever has packed it. */
  by: string;
  /** JSON of the lines. */
  items: string;
  /** Of the order as it was packed. */
  seen: number;
}

export const packed = createPresses<Packed>({
  prefix: 'packed:',
  path: '/orders/packed',
  ownerOf: ({ by }) => by,
  fieldsOf: ({ items, seen }) => ({ items, revision: String(seen) }),
  onDone({ order }) {
    ticked.set(withoutOrder(ticked.get(), order));
    toastSuccess(`${shortOrderId(order)} is packed.`);
  },
});
