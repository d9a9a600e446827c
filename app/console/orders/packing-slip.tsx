import { PIECE_COUNT, STATUS_NAMES } from '#messages';
import { addressLines } from '../../../domain/accounts/address.ts';
import { isOpen, type Order, shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { pieces } from '../../../domain/orders/quantity.ts';
import { formatTime } from '../../../messages/dates.ts';
import { formatMeasure, formatMessage, formatPrice } from '../../../messages/format.ts';
import { useStored } from '../../state/local-storage.ts';
import { paper } from '../state/paper.ts';
import { useRootData } from '../state/root-data.ts';

/** What goes along with an order: where to, what to pack, what to collect. Its look is in console.css. */
export function PackingSlip({ order, placedAt }: { order: Order; placedAt: Date }) {
  const shop = useRootData()?.shop;
  const chosen = useStored(paper);
  const { status, orderItems, shippingInfo } = order;
  const id = shortOrderId(order.id);
  return (
    <section aria-label={`Packing slip ${id}`} className={`slip slip-${chosen}`}>
      <p className="slip-ends">
        <b>{shop?.name}</b>
        <span>{shop?.phone}</span>
      </p>
      <p className="slip-ends slip-order">
        <b>
          {id}
          {isOpen(status) ? '' : ` (${STATUS_NAMES[status]})`}
        </b>
        <span>{formatTime(placedAt)}</span>
      </p>
      <address>
        {[shippingInfo.name, ...addressLines(shippingInfo)].map((line) => (
          <span key={line}>{line}</span>
        ))}
        <b>{shippingInfo.phone}</b>
      </address>
      <table>
        <thead>
          <tr>
            <th>{id}</th>
            <th>{formatMessage(PIECE_COUNT, { n: pieces(orderItems) })}</th>
          </tr>
        </thead>
        <tbody>
          {orderItems.map((item) => (
            <tr key={item.id}>
              <td>
                <b>{item.quantity} ×</b> {item.name}
                {item.name_bn ? <span lang="bn">{item.name_bn}</span> : null}
              </td>
              <td>{formatMeasure(item)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="slip-end">
        <p className="slip-collect">Collect {formatPrice(formatAmount(order.totalCost))}</p>
        <p className="slip-sign">Received by</p>
      </div>
    </section>
  );
}
