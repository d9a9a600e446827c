import { STATUS_NAMES } from '#messages';
import { useEffect, useState } from 'react';
import { data, type LoaderFunctionArgs, useFetcher, useLoaderData, useNavigate } from 'react-router';
import { editedLines, editedTotals, lineChanges, shippingChanges } from '../../../domain/orders/edit-order.ts';
import { parseShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { editWords } from '../../../domain/orders/history.ts';
import { type OperatorOrder, shortOrderId } from '../../../domain/orders/order.ts';
import { smallestOrder } from '../../../domain/orders/pricing.ts';
import type { Reason } from '../../../domain/outcome.ts';
import type { OrderAdmin } from '../../../server/orders/admin.ts';
import { asRecord, jsonOf } from '../../../base/record.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { Field } from '../../components/field.tsx';
import { TotalsTerms } from '../../components/totals-list.tsx';
import { formText } from '../../context.ts';
import { ButtonLink } from '../kit/form.tsx';
import { Notice, Screen } from '../kit/screen.tsx';
import { amountText, whenText } from '../kit/values.tsx';
import { servicesFor, staffOf, actionOf, perform, refuse, sayRefusal } from '../context.ts';
import { whenOf } from '../../../domain/orders/delivery.ts';
import { DayField, daysToChoose, deliveryFields, OrderForm } from './order-form.tsx';
import { NoOrder } from './order-panels.tsx';
import { type Answer, keeper } from '../kit/answer.ts';
import { t, told } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const services = await servicesFor(args, 'orders');
  const { orders, shop } = services;
  const found = await orders.admin.show(args.params.id ?? '');
  const order = found.ok ? found.value.order : null;
  const days = await daysToChoose(services);
  return data({ order, areas: shop.servedAreas(), fee: shop.fee, days }, { status: found.ok ? 200 : found.status });
}

/** How often one line is changed again when the order itself was changed meanwhile. */
const MAX_TRIES = 5;

/** Field `edit`: the edit as JSON. Or one line: `product`, the `quantity` that it is to have, and `reason`. */
export const action = actionOf(async (form, args) => {
  const { services } = await staffOf(args, 'orders');
  const { id = '' } = args.params;
  const isLine = form.has('product');
  for (let tries = 1; ; tries += 1) {
    const edit = isLine ? await lineEdit(services.orders.admin, id, form) : asRecord(jsonOf(formText(form, 'edit')));
    if (!edit) return refuse(args, 400);
    if (Array.isArray(edit.items) && edit.items.length === 0)
      return refuse(args, 422, t('Nothing would be left of {order}. Cancel it instead.', { order: shortOrderId(id) }));
    const outcome = await perform(args, 'orders.edit', { ...edit, id });
    if (outcome.ok) return { done: t('{order} is changed.', { order: shortOrderId(id) }) };
    const isConflict = outcome.reason.code === 'changed-meanwhile';
    if (isLine && isConflict && tries < MAX_TRIES) continue;
    return sayRefusal(args, outcome, sentenceFor(id, outcome.reason));
  }
});

function sentenceFor(id: string, reason: Reason): string | undefined {
  switch (reason.code) {
    case 'order-status':
      return t('{order} is {status} by now: it was not changed.', {
        order: shortOrderId(id),
        status: STATUS_NAMES[reason.status],
      });
    case 'product-unavailable':
      return t('A product that was added is not available any more. Remove it.');
    case 'changed-meanwhile':
      return t('{order} was changed meanwhile. Nothing is saved yet. Save again to make it what stands here.', {
        order: shortOrderId(id),
      });
    default:
      return undefined;
  }
}

/** What an order is to have when one of its lines is to have another quantity. */
async function lineEdit(admin: OrderAdmin, id: string, form: FormData) {
  const found = await admin.show(id);
  const { orderItems = [], revision } = found.ok ? found.value.order : {};
  const wanted = new Map(orderItems.map((line) => [line.id, line.quantity]));
  wanted.set(formText(form, 'product'), Number(formText(form, 'quantity')));
  const items = [...wanted].flatMap(([product, quantity]) => (quantity === 0 ? [] : { id: product, quantity }));
  return { items, reason: formText(form, 'reason'), revision };
}

/** What is wrong with an edit stands on this screen. Of a line the screen of the order shows what was done. */
export const clientAction = keeper({ says: ({ done }, sent) => sent.has('product') === (done === undefined) });
export { reloadRefused as shouldRevalidate } from '../kit/answer.ts';

export default function EditOrder() {
  const { order } = useLoaderData<typeof loader>();
  return order ? <EditForm key={order.id} order={order} /> : <NoOrder />;
}

function EditForm({ order }: { order: OperatorOrder }) {
  const { areas, fee: usual, days } = useLoaderData<typeof loader>();
  const { id, revision, orderItems, shippingInfo } = order;
  const [begunWith] = useState(revision);
  const [typed, setTyped] = useState({ lines: orderItems, info: shippingInfo, reason: '', day: '' });
  const change = (part: Partial<typeof typed>): void => setTyped({ ...typed, ...part });
  const { info, reason, day } = typed;
  const added = new Map(typed.lines.map((line) => [line.id, line]));
  const lines =
    editedLines(
      orderItems,
      typed.lines.map(({ id, quantity }) => ({ id, quantity })),
      added,
    ) ?? typed.lines;
  const fetcher = useFetcher<Answer>();
  const navigate = useNavigate();
  const { done, error, conflict } = fetcher.data ?? {};
  useEffect(() => {
    if (done === undefined) return;
    void navigate(`/orders/${id}`, { replace: true });
  }, [done, navigate, id]);

  // The same as the shop computes when it is saved.
  const otherArea = (info.area ?? '') !== (shippingInfo.area ?? '');
  const known = areas.find((area) => area.id === info.area);
  const promised = { fee: order.shippingCost, freeFrom: null, minimum: null };
  const fee = known ?? (areas.length === 0 ? usual : promised);
  const changes = lineChanges(orderItems, lines);
  const totals = changes.length === 0 && !otherArea ? order : editedTotals(order, lines, { fee, otherArea });
  const { areaName = '', areaNameBn = '' } = shippingInfo;
  const area = otherArea ? { areaName: known?.name ?? '' } : { areaName, areaNameBn };
  const preview = editWords({
    lines: changes,
    total: [order.totalCost, totals.totalCost],
    ...(day && { day: [whenOf(order), day] }),
    shippingInfo: shippingChanges(shippingInfo, { ...(parseShippingInfo(info) ?? info), ...area }),
  });
  const limit = smallestOrder(lines, fee);
  const changedMeanwhile = t('{order} was changed meanwhile. Above stands what differs from what it is now.', {
    order: shortOrderId(id),
  });

  return (
    <Screen
      title={t('Edit order {order}', { order: shortOrderId(id) })}
      actions={<ButtonLink to={`/orders/${id}`} label={t('Back')} />}
    >
      <OrderForm
        lines={lines}
        info={info}
        areas={areas}
        onChange={change}
        disabled={preview.length === 0}
        isUnsaved={done === undefined && (preview.length > 0 || reason !== '')}
        isSending={fetcher.state !== 'idle'}
        onSend={(form) => {
          const edit = {
            ...form,
            ...deliveryFields(day),
            reason,
            revision: conflict ? revision : begunWith,
          };
          void fetcher.submit({ edit: JSON.stringify(edit) }, { method: 'post' });
        }}
      >
        <DayField
          days={days.filter(([when]) => when !== whenOf(order))}
          value={day}
          none={order.deliveryDay ? whenText(order.deliveryDay, order.slot) : '–'}
          onChange={({ target }) => change({ day: target.value })}
        />
        <ul aria-label={t('What changes')} className="flex flex-col gap-1">
          {preview.length === 0 ? <li className="text-muted">{t('Nothing yet.')}</li> : null}
          {preview.map((text) => (
            <li key={text} className="break-words">
              {told(text)}
            </li>
          ))}
        </ul>
        <TotalsTerms totals={totals} write={amountText} />
        {limit === null ? null : (
          <p className="text-sm text-muted">
            {sentenceOf({ code: 'order-too-small', limit })} {t('You may save it.')}
          </p>
        )}
        <Field
          label={t('Reason')}
          name="reason"
          autoComplete="off"
          placeholder={t('The customer reads it')}
          maxLength={200}
          value={reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <Notice look="warning" text={error ?? (revision !== begunWith && changedMeanwhile)} />
      </OrderForm>
    </Screen>
  );
}
