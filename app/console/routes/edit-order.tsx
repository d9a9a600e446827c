import { type FormEvent, useEffect, useState } from 'react';
import { data, Link, type LoaderFunctionArgs, useFetcher, useLoaderData, useNavigate } from 'react-router';
import type { EditDetails } from '../../../domain/orders/edit-order.ts';
import { editedTotals, lineChanges, shippingChanges, typedShippingErrors } from '../../../domain/orders/edit-order.ts';
import { parseShippingInfo, type PlacedShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { editWords } from '../../../domain/orders/entry-words.ts';
import { type OperatorOrder, shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount, smallestOrder } from '../../../domain/orders/pricing.ts';
import { readChange } from '../../../domain/orders/read-change.ts';
import type { OrderAdmin } from '../../../server/orders/admin.ts';
import type { ChangeResult } from '../../../server/orders/change.ts';
import { asRecord, jsonOf } from '../../../base/record.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { Field, FieldErrors } from '../../components/field.tsx';
import { TotalsTerms } from '../../components/totals-list.tsx';
import { formText, refuseForm } from '../../context.ts';
import { type FormErrors, messagesOf } from '../../state/forms/form-errors.ts';
import { toastSuccess } from '../../state/toasts.ts';
import { Button } from '../components/button.tsx';
import { NothingHere } from '../components/nothing-here.tsx';
import { Panel } from '../components/panel.tsx';
import { Screen } from '../components/screen.tsx';
import { servicesFor } from '../context.ts';
import { operatorAction, refuse, sayRefusal } from '../operator-action.ts';
import { CustomerFields, LineFields } from '../order-editor/order-fields.tsx';
import { type Answer, keepForm, reloadRefused } from '../state/answer.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { orders, shop } = await servicesFor(args, 'orders');
  const order = (await orders.admin.show(args.params.id ?? ''))?.order ?? null;
  return data({ order, areas: shop.servedAreas(), fee: shop.fee }, { status: order ? 200 : 404 });
}

/** `conflict`: the order is another one by now; sent again, the form replaces what the screen shows then. */
interface EditAnswer extends Answer {
  conflict?: boolean;
}

const MAX_TRIES = 5;

/** Field `edit`: the edit as JSON. Or one line alone: `product`, and the `quantity` that it is to have (0: none), whatever the others are. */
export const action = operatorAction('orders', async (args, { by, services: { orders } }) => {
  const { id = '' } = args.params;
  const name = shortOrderId(id);
  const form = await args.request.formData();
  const product = formText(form, 'product');
  let changed: ChangeResult = { kind: 'not-found' };
  for (let tries = 0; tries < (product ? MAX_TRIES : 1); tries += 1) {
    const edit = product ? await lineEdit(orders.admin, id, form) : asRecord(jsonOf(formText(form, 'edit')));
    if (edit && Array.isArray(edit.items) && edit.items.length === 0)
      return refuse(args, 422, `Nothing would be left of ${name}. Cancel it instead.`);
    const parsed = readChange('edit', edit);
    if (!parsed.ok) return sayRefusal(args, parsed);
    const { asked, ...options } = parsed.value;
    changed = await orders.admin.change(id, asked, by, options);
    if (changed.kind !== 'conflict') break;
  }
  switch (changed.kind) {
    case 'changed':
      return { done: `${name} is changed.` } satisfies EditAnswer;
    case 'bad-edit':
      return sayRefusal(args, { status: 422, reason: changed.reason });
    case 'refused':
      return refuse(args, 409, `${name} is ${changed.status} by now: it was not changed.`);
    case 'unavailable':
      return refuse(args, 409, 'A product that was added is not available any more. Remove it.');
    case 'not-found':
      return refuse(args, 404, `There is no order ${name}.`);
    default: {
      const error = `${name} was changed meanwhile. Nothing is saved yet. Save again to make it what stands here.`;
      return refuseForm<EditAnswer>(args, { status: 409 }, { error, conflict: true });
    }
  }
});

async function lineEdit(admin: OrderAdmin, id: string, form: FormData) {
  const order = (await admin.show(id))?.order;
  const line = { id: formText(form, 'product'), quantity: Number(formText(form, 'quantity')) };
  const lines = order?.orderItems ?? [];
  const isThere = lines.some((one) => one.id === line.id);
  const items = [...lines.map((one) => (one.id === line.id ? line : one)), ...(isThere ? [] : [line])];
  return {
    items: items
      .filter(({ quantity }) => quantity !== 0)
      .map(({ id: product, quantity }) => ({ id: product, quantity })),
    reason: formText(form, 'reason'),
    revision: order?.revision,
  };
}

export const clientAction = keepForm;
export const shouldRevalidate = reloadRefused;

export default function EditOrder() {
  const { order } = useLoaderData<typeof loader>();
  return order ? (
    <EditForm key={order.id} order={order} />
  ) : (
    <NothingHere title="Not found" to="/orders" link="Orders">
      There is no order with this id.
    </NothingHere>
  );
}

function EditForm({ order }: { order: OperatorOrder }) {
  const { areas, fee: usual } = useLoaderData<typeof loader>();
  const [begun] = useState(order);
  const [lines, setLines] = useState(order.orderItems);
  const [info, setInfo] = useState<PlacedShippingInfo>(order.shippingInfo);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<FormErrors>([]);
  const fetcher = useFetcher<EditAnswer>();
  const navigate = useNavigate();
  const { id } = order;
  const { done, error, conflict } = fetcher.data ?? {};
  const isSending = fetcher.state !== 'idle';
  useEffect(() => {
    if (done === undefined) return;
    toastSuccess(done);
    void navigate(`/orders/${id}`, { replace: true });
  }, [done, navigate, id]);

  // The same as the shop computes when it is saved.
  const otherArea = (info.area ?? '') !== (order.shippingInfo.area ?? '');
  const known = areas.find((area) => area.id === info.area);
  const promised = { fee: order.shippingCost, freeFrom: null, minimum: null };
  const fee = known ?? (areas.length === 0 ? usual : promised);
  const changes = lineChanges(order.orderItems, lines);
  const totals = changes.length === 0 && !otherArea ? order : editedTotals(order, lines, { fee, otherArea });
  const typed = parseShippingInfo(info) ?? info;
  const { areaName = '', areaNameBn = '' } = order.shippingInfo;
  const placed = otherArea ? { ...typed, areaName: known?.name ?? '' } : { ...typed, areaName, areaNameBn };
  const details: EditDetails = {
    lines: changes,
    total: [order.totalCost, totals.totalCost],
    shippingInfo: shippingChanges(order.shippingInfo, placed),
  };
  const preview = editWords(details);
  const limit = smallestOrder(lines, fee);
  const isMeanwhile = order.revision !== begun.revision;

  const save = (event: FormEvent): void => {
    event.preventDefault();
    const faults = messagesOf(typedShippingErrors(typed));
    setErrors(faults);
    if (faults.length > 0 || isSending) return;
    const { areaName: _, areaNameBn: _bn, ...shippingInfo } = typed as PlacedShippingInfo;
    const items = lines.map(({ id: product, quantity }) => ({ id: product, quantity }));
    const revision = conflict ? order.revision : begun.revision;
    void fetcher.submit({ edit: JSON.stringify({ items, shippingInfo, reason, revision }) }, { method: 'post' });
  };
  return (
    <Screen
      title={`Edit order ${shortOrderId(id)}`}
      actions={
        <Link to={`/orders/${id}`} className="btn btn-quiet">
          Back
        </Link>
      }
    >
      <form
        noValidate
        onSubmit={save}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <FieldErrors errors={errors}>
          <div className="flex flex-col gap-4">
            <LineFields lines={lines} onChange={setLines} />
            <Panel heading="What changes">
              <ul aria-label="What changes" className="flex flex-col gap-1">
                {preview.length === 0 ? (
                  <li className="text-muted">Nothing yet.</li>
                ) : (
                  preview.map((text) => (
                    <li key={text} className="break-words">
                      {text}
                    </li>
                  ))
                )}
              </ul>
              <TotalsTerms
                subTotal={formatAmount(totals.subTotal)}
                shippingCost={formatAmount(totals.shippingCost)}
                discount={formatAmount(totals.discount)}
                totalCost={formatAmount(totals.totalCost)}
              />
              {limit === null ? null : (
                <p className="text-sm text-muted">{sentenceOf({ code: 'order-too-small', limit })} You may save it.</p>
              )}
              <Field
                label="Reason"
                name="reason"
                autoComplete="off"
                placeholder="The customer reads it"
                maxLength={200}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
              {isMeanwhile || error ? (
                <p role="alert" className="rounded-xl bg-clay-soft px-4 py-3 font-medium text-clay">
                  {error ?? `${shortOrderId(id)} was changed meanwhile. Above stands what differs from what it is now.`}
                </p>
              ) : null}
              <Button
                label={isSending ? 'Save changes …' : 'Save changes'}
                aria-disabled={isSending}
                disabled={preview.length === 0}
              />
            </Panel>
          </div>
          <CustomerFields info={info} areas={areas} onChange={setInfo} />
        </FieldErrors>
      </form>
    </Screen>
  );
}
