import { IF_MISSING, MISSING_CHOICES, STATUS_NAMES } from '#messages';
import { useEffect, useEffectEvent, useState } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { editedTotals, feeFor, lineChanges } from '../../../domain/orders/edit-order.ts';
import { isOpen, shortOrderId } from '../../../domain/orders/order.ts';
import { Button, ButtonLink } from '../kit/form.tsx';
import { Notice, Panel, Screen, useRootData } from '../kit/screen.tsx';
import { formatTk } from '../kit/values.tsx';
import { staffOf } from '../context.ts';
import { NoOrder } from '../orders/order-panels.tsx';
import { PackLine } from './pack-line.tsx';
import { packed } from './presses.ts';
import { packingOf, setTick, ticked, type Ticks } from './ticks.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await staffOf(args, 'orders');
  const { orders, notes, catalogue, shop } = services;
  const id = args.params.id ?? '';
  const found = await orders.admin.show(id);
  if (!found.ok) return data(null, { status: found.status });
  const { order } = found.value;
  const [noted, byWeight] = await Promise.all([
    notes.list({ order: id }),
    catalogue.soldByWeight(order.orderItems.map((line) => line.id)),
  ]);
  const fee = feeFor(shop.deliveryTo(order.shippingInfo.area), order);
  return data({ order, fee, byWeight: [...byWeight], notes: noted.ok ? noted.value.notes : [] }, { status: 200 });
}

export default function PackScreen() {
  const found = useLoaderData<typeof loader>();
  return found ? <Packing key={found.order.id} {...found} /> : <NoOrder />;
}

type Found = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>;

const NO_TICKS: Ticks = {};
const BIG = 'min-h-14 min-w-0 flex-1 px-3 text-lg';

/** An order as it is packed, with the phone in the other hand. */
function Packing({ order, fee, byWeight: weighable, notes }: Found) {
  const { id, status, stage, revision, orderItems, shippingInfo, missing } = order;
  const by = useRootData()?.operator?.email ?? '';
  const ticks = ticked.use((all) => all[id] ?? NO_TICKS);
  const own = packed.presses.use((all) => all.find((one) => one.order === id && one.by === by));
  const [again, setAgain] = useState<number>();
  const { revalidate } = useRevalidator();
  const refresh = useEffectEvent(revalidate);
  const isWaiting = own !== undefined && own.refused === undefined;
  useEffect(() => void refresh(), [isWaiting]);

  const { rows, items, lines, left, isBad, byWeight, faults } = packingOf(orderItems, ticks, weighable);
  const isAsOrdered = lineChanges(orderItems, lines).length === 0;
  const total = (isAsOrdered ? order : editedTotals(order, lines, { fee, otherArea: false })).totalCost;
  const name = shortOrderId(id);
  const isPacked = stage !== 'new' && stage !== 'to confirm' && again !== revision && !own?.refused;
  const pack = (): void => {
    if (own) packed.forget(own.key);
    packed.press({ order: id, by, items: JSON.stringify(items), seen: revision });
    scrollTo(0, 0);
  };
  return (
    <Screen title={`Pack order ${name}`} actions={<ButtonLink to={`/orders/${id}`} label="Order" />}>
      {!isOpen(status) ? (
        <Notice look="warning" text={`${name} is ${STATUS_NAMES[status]}.`} />
      ) : isWaiting ? (
        <div className="flex gap-2">
          <ButtonLink to="/orders" label="Orders" className={BIG} />
          {own.tried ? null : (
            <Button look="quiet" label="Take back" className={BIG} onClick={() => packed.forget(own.key)} />
          )}
        </div>
      ) : isPacked ? (
        <>
          <Notice look="good" text={`${name} is packed: ${formatTk(order.totalCost)} at the door.`} />
          <div className="flex gap-2">
            <Button look="quiet" label="Pack again" className={BIG} onClick={() => setAgain(revision)} />
            <ButtonLink to="/orders" label="Orders" look="primary" className={BIG} />
          </div>
        </>
      ) : (
        <>
          <Panel heading={IF_MISSING}>
            <p className="text-lg font-extrabold">{MISSING_CHOICES[missing]}</p>
            <ButtonLink
              href={`tel:${shippingInfo.phone}`}
              label={`Call ${shippingInfo.phone}`}
              look={missing === 'call' ? 'soft' : 'quiet'}
              className="text-lg figures"
            />
            {notes.map((note) => (
              <p key={note.id} className="whitespace-pre-line wrap-anywhere">
                {note.text}
              </p>
            ))}
          </Panel>
          <ul aria-label="Lines" className="panel rows overflow-hidden">
            {rows.map(({ line, tick }) => (
              <PackLine
                key={line.id}
                line={line}
                tick={tick}
                byWeight={byWeight}
                faults={faults}
                taken={[...orderItems, ...lines]}
                onChange={(to) => setTick(id, line.id, to)}
              />
            ))}
          </ul>
          <div className="bottom-bar">
            <p role="status" className="mr-auto text-lg">
              <b className="figures">{formatTk(total)}</b>{' '}
              <span className="text-muted">
                {items.length === 0
                  ? 'Nothing would be left: cancel it instead.'
                  : left > 0
                    ? `${left} left`
                    : faults.size > 0
                      ? 'The customer has to agree.'
                      : ''}
              </span>
            </p>
            <Button
              label="Packed"
              className={`${BIG} basis-40`}
              disabled={left > 0 || isBad || faults.size > 0 || items.length === 0}
              onClick={pack}
            />
          </div>
        </>
      )}
    </Screen>
  );
}
