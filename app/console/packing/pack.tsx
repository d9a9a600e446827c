import { IF_MISSING, MISSING_CHOICES, STATUS_NAMES } from '#messages';
import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { editedTotals, feeFor, lineChanges } from '../../../domain/orders/edit-order.ts';
import { isOpen, shortOrderId } from '../../../domain/orders/order.ts';
import { Button, ButtonLink } from '../kit/form.tsx';
import { forget, press, presses } from '../kit/presses.ts';
import { Notice, Panel, Screen, useRootData } from '../kit/screen.tsx';
import { formatTk, WhatsApp } from '../kit/values.tsx';
import { staffOf } from '../context.ts';
import { NoOrder } from '../orders/order-panels.tsx';
import { PackLine } from './pack-line.tsx';
import { packingOf, setTick, ticked } from './ticks.ts';
import { t } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await staffOf(args, 'orders');
  const { orders, notes, catalogue, shop } = services;
  const id = args.params.id ?? '';
  const found = await orders.admin.show(id);
  if (!found.ok) return data(null, { status: found.status });
  const { order, chat } = found.value;
  const noted = await notes.list({ order: id });
  const weighed = await catalogue.soldByWeight(order.orderItems.map((line) => line.id));
  const fee = feeFor(shop.deliveryTo(order.shippingInfo.area), order);
  return data({ order, chat, fee, weighed: [...weighed], notes: noted.ok ? noted.value.notes : [] }, { status: 200 });
}

export default function PackScreen() {
  const found = useLoaderData<typeof loader>();
  return found ? <Packing key={found.order.id} {...found} /> : <NoOrder />;
}

/** An order as it is packed, with the phone in the other hand. */
function Packing({ order, chat, fee, weighed, notes }: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>) {
  const { id, status, stage, revision, orderItems, shippingInfo, missing } = order;
  const ticks = ticked.use((all) => all[id]);
  const rider = useRootData()?.operator?.email ?? '';
  const sent = presses.use((all) => all.find((one) => one.order === id));
  const navigate = useNavigate();
  const packing = packingOf(orderItems, ticks, weighed);
  const { rows, items, lines, left, faults } = packing;
  const isAsOrdered = lineChanges(orderItems, lines).length === 0;
  const total = isAsOrdered ? order : editedTotals(order, lines, { fee, otherArea: false });
  const isClosed = !isOpen(status);
  const isWaiting = sent !== undefined && sent.refused === undefined;
  const lack =
    items.length === 0
      ? t('Cancel it instead')
      : left > 0
        ? t('{left} left', { left })
        : faults.size > 0
          ? t('Ask the customer')
          : '';
  const pack = (): void => {
    if (sent) forget(sent.key);
    press({ rider, order: id, change: 'pack', items: JSON.stringify(items), seen: revision });
    // Where nothing can be loaded, the strip above says that it waits.
    if (navigator.onLine) void navigate('/orders');
    else scrollTo(0, 0);
  };
  return (
    <Screen
      title={t('Pack order {order}', { order: shortOrderId(id) })}
      actions={<ButtonLink to={`/orders/${id}`} label={t('Order')} />}
    >
      <Notice look="good" text={!isClosed && stage === 'packed' && t('It is packed.')} />
      <Notice look="warning" text={isClosed && t('It is {status}.', { status: STATUS_NAMES[status] })} />
      <Panel heading={IF_MISSING}>
        <p className="text-lg font-extrabold">{MISSING_CHOICES[missing]}</p>
        <ButtonLink
          href={`tel:${shippingInfo.phone}`}
          label={t('Call {phone}', { phone: shippingInfo.phone })}
          look={missing === 'call' ? 'soft' : 'quiet'}
          className="min-h-14 text-lg figures"
        />
        <WhatsApp href={chat} className="btn btn-quiet min-h-14 text-lg" />
        {notes.map((note) => (
          <p key={note.id} className="whitespace-pre-line wrap-anywhere">
            {note.text}
          </p>
        ))}
      </Panel>
      <ul aria-label={t('Lines')} className="panel rows">
        {rows.map((row) => (
          <PackLine key={row.line.id} row={row} packing={packing} onChange={(tick) => setTick(id, row.line.id, tick)} />
        ))}
      </ul>
      <div className="bottom-bar">
        <p role="status" className="mr-auto text-lg">
          <b className="figures">{formatTk(total.totalCost)}</b> <span className="text-muted">{lack}</span>
        </p>
        <Button
          label={t('Packed')}
          className="min-h-14 flex-1 basis-40 text-lg"
          disabled={isClosed || isWaiting || packing.isUnread || lack !== ''}
          onClick={pack}
        />
      </div>
    </Screen>
  );
}
