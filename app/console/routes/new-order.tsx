import { type FormEvent, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useFetcher, useLoaderData, useNavigate } from 'react-router';
import { parseShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { typedShippingErrors } from '../../../domain/orders/edit-order.ts';
import { MAX_NOTE_LENGTH } from '../../../domain/orders/note.ts';
import { phoneOrderSchema } from '../../../domain/orders/place-order.ts';
import { shownTotals, smallestOrder } from '../../../domain/orders/pricing.ts';
import { parseBy } from '../../../domain/parsed.ts';
import type { Reason } from '../../../domain/reason.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { Field, FieldErrors } from '../../components/field.tsx';
import { TotalsTerms } from '../../components/totals-list.tsx';
import { deliveryText, formText } from '../../context.ts';
import { newOrderAttempt } from '../../state/order/order-attempt.ts';
import { type FormErrors, messagesOf } from '../../state/forms/form-errors.ts';
import { useStored } from '../../state/local-storage.ts';
import { Button } from '../components/button.tsx';
import { Panel } from '../components/panel.tsx';
import { Screen } from '../components/screen.tsx';
import { servicesFor } from '../context.ts';
import { operatorAction, refuse, sayRefusal } from '../operator-action.ts';
import { CustomerFields, LineFields } from '../order-editor/order-fields.tsx';
import { jsonOf } from '../../../base/record.ts';
import { type Answer, keepForm } from '../state/answer.ts';
import { NO_DRAFT, type OrderDraft, orderDraft } from '../state/order-draft.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { shop } = await servicesFor(args, 'orders');
  return { areas: shop.servedAreas(), fee: shop.fee, delivery: deliveryText(args) };
}

/** No redirect: a live change, such as this order's own, would interrupt it. */
interface PlaceAnswer extends Answer {
  placed?: string;
}

export const action = operatorAction('orders', async (args, { by, services }) => {
  const parsed = parseBy(phoneOrderSchema, jsonOf(formText(await args.request.formData(), 'order')));
  if (!parsed.ok) return sayRefusal(args, parsed);
  const outcome = await services.orders.admin.place(parsed.value, by);
  if (outcome.kind === 'placed') {
    if (!outcome.repeated) services.metrics.orderPlaced();
    return { placed: outcome.order.id } satisfies PlaceAnswer;
  }
  if (outcome.kind === 'key-reused')
    return refuse(args, 409, 'It went through as it was before: it stands among the orders. Change it there.');
  const gone = 'products' in outcome ? outcome.products.filter(({ available }) => !available) : [];
  if (gone.length > 0)
    return refuse(args, 409, `Not available any more: ${gone.map(({ name }) => name).join(', ')}. Remove it.`);
  const reason: Reason =
    outcome.kind === 'order-too-small'
      ? { code: outcome.kind, limit: outcome.limit }
      : { code: outcome.kind === 'area-refused' ? outcome.code : outcome.kind };
  return sayRefusal(args, { status: 422, reason });
});

export const clientAction = (args: { serverAction: () => Promise<Answer> }) =>
  keepForm(args, 'Not sure it went through. Place it again: it is made once.');

export default function NewOrder() {
  const { areas, fee: usual, delivery } = useLoaderData<typeof loader>();
  const draft = useStored(orderDraft);
  const fetcher = useFetcher<PlaceAnswer>();
  const navigate = useNavigate();
  const [errors, setErrors] = useState<FormErrors>([]);
  const { lines, info, note } = draft;
  const placed = fetcher.data?.placed;
  useEffect(() => {
    if (placed === undefined) return;
    orderDraft.set(NO_DRAFT);
    void navigate(`/orders/${placed}?placed`, { replace: true });
  }, [placed, navigate]);
  const change = (part: Partial<OrderDraft>): void => orderDraft.set({ ...draft, ...part });
  const fee = areas.find(({ id }) => id === info.area) ?? usual;
  const limit = smallestOrder(lines, fee);
  const isSending = fetcher.state !== 'idle';

  const place = (event: FormEvent): void => {
    event.preventDefault();
    const typed = parseShippingInfo(info) ?? info;
    const noArea = { field: 'area', message: sentenceOf({ code: 'no-area' }) };
    const faults = [...messagesOf(typedShippingErrors(typed)), ...(areas.length > 0 && !info.area ? [noArea] : [])];
    setErrors(faults);
    if (faults.length > 0 || isSending) return;
    const key = draft.key || newOrderAttempt().idempotencyKey;
    change({ key });
    const items = lines.map(({ id, quantity }) => ({ id, quantity }));
    const order = JSON.stringify({ idempotencyKey: key, items, shippingInfo: typed, note });
    void fetcher.submit({ order }, { method: 'post' });
  };
  return (
    <Screen
      title="New order"
      actions={
        <Button
          look="quiet"
          label="Start again"
          onClick={() => {
            orderDraft.set(NO_DRAFT);
            setErrors([]);
          }}
        />
      }
    >
      <form
        noValidate
        onSubmit={place}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[20rem_minmax(0,1fr)]"
      >
        <FieldErrors errors={errors}>
          <CustomerFields info={info} areas={areas} finds onChange={(to) => change({ info: to })} />
          <div className="flex flex-col gap-4">
            <LineFields lines={lines} onChange={(to) => change({ lines: to })} />
            <Panel heading="Total">
              <TotalsTerms {...shownTotals(lines, fee)} atLeast={'atLeast' in fee ? fee.atLeast : undefined} />
              <p className="text-sm text-muted">{delivery}</p>
              <Field
                label="Note"
                name="note"
                autoComplete="off"
                placeholder="For the shop only"
                maxLength={MAX_NOTE_LENGTH}
                value={note}
                onChange={({ target }) => change({ note: target.value })}
              />
              {lines.length > 0 && limit !== null ? (
                <p role="status" className="rounded-xl bg-clay-soft px-4 py-3 font-medium text-clay">
                  {sentenceOf({ code: 'order-too-small', limit })}
                </p>
              ) : null}
              {fetcher.data?.error && !isSending ? (
                <p role="alert" className="font-medium text-danger">
                  {fetcher.data.error}
                </p>
              ) : null}
              <Button
                label={isSending ? 'Place order …' : 'Place order'}
                aria-disabled={isSending}
                disabled={lines.length === 0}
              />
            </Panel>
          </div>
        </FieldErrors>
      </form>
    </Screen>
  );
}
