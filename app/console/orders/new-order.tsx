import { IF_MISSING, MISSING_CHOICES } from '#messages';
import { useEffect, useState } from 'react';
import { productName } from '../../../messages/format.ts';
import { type LoaderFunctionArgs, useFetcher, useLoaderData, useNavigate } from 'react-router';
import { MISSING, type Missing } from '../../../domain/orders/checkout-state.ts';
import { MAX_NOTE_LENGTH } from '../../../domain/orders/order.ts';
import { shownTotals, smallestOrder } from '../../../domain/orders/pricing.ts';
import type { ShopFee } from '../../../domain/shop/areas.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import type { Refused } from '../../../domain/outcome.ts';
import { readPhone } from '../../../domain/typed/phone.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { ErrorText, Field, SelectField } from '../../components/field.tsx';
import { TotalsTerms } from '../../components/totals-list.tsx';
import { deliveryText, formText } from '../../context.ts';
import { randomKey } from '../../state/random-key.ts';
import { Options } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import { Notice, Screen } from '../kit/screen.tsx';
import { amountText } from '../kit/values.tsx';
import { actionOf, perform, sayRefusal, servicesFor } from '../context.ts';
import { DayField, daysToChoose, deliveryFields, OrderForm } from './order-form.tsx';
import { MessagePanel, SameAsLastTime } from './order-chat.tsx';
import { asRecord, jsonOf } from '../../../base/record.ts';
import { type Answer, keeper } from '../kit/answer.ts';
import { NO_DRAFT, type OrderDraft, orderDraft } from './order-draft.ts';
import { t } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const services = await servicesFor(args, 'orders');
  const { shop } = services;
  const days = await daysToChoose(services);
  return { areas: shop.servedAreas(), fee: shop.fee, days, delivery: deliveryText(args) };
}

/** No redirect: a live change, such as this order's own, would interrupt it. */
type PlaceAnswer = Answer & { placed?: string };

export const action = actionOf(async (form, args) => {
  const outcome = await perform(args, 'orders.place', asRecord(jsonOf(formText(form, 'order'))) ?? {});
  if (outcome.ok) return { placed: outcome.value.id } satisfies PlaceAnswer;
  return sayRefusal(args, outcome, sentenceFor(outcome));
});

function sentenceFor({ reason: { code }, now }: Refused): string | undefined {
  if (code === 'key-reused') return t('It went through as it was before: it stands among the orders. Change it there.');
  if (code !== 'product-unavailable') return undefined;
  const gone = ((now?.products ?? []) as Product[]).filter(({ available }) => !available);
  return t('Not available any more: {names}. Remove it.', { names: gone.map(productName).join(', ') });
}

export const clientAction = keeper({ failed: () => t('Not sure it went through. Place it again: it is made once.') });

export default function NewOrder() {
  const { areas, fee: usual, days, delivery } = useLoaderData<typeof loader>();
  const draft = orderDraft.use();
  const fetcher = useFetcher<PlaceAnswer>();
  const navigate = useNavigate();
  const [starts, setStarts] = useState(0);
  const { lines, info, note, day, missing } = draft;
  const placed = fetcher.data?.placed;
  useEffect(() => {
    if (placed === undefined) return;
    orderDraft.set(NO_DRAFT);
    void navigate(`/orders/${placed}?placed`, { replace: true });
  }, [placed, navigate]);
  const change = (part: Partial<OrderDraft>): void => orderDraft.set({ ...orderDraft.get(), ...part });
  const fee: ShopFee = areas.find(({ id }) => id === info.area) ?? usual;
  const limit = smallestOrder(lines, fee);
  const phone = readPhone(info.phone);
  const isSending = fetcher.state !== 'idle';

  const startAgain = (): void => {
    change(NO_DRAFT);
    setStarts(starts + 1);
  };
  return (
    <Screen title={t('New order')} actions={<Button look="quiet" label={t('Start again')} onClick={startAgain} />}>
      <MessagePanel key={`message ${starts}`} />
      <OrderForm
        key={starts}
        isNew
        overLines={<SameAsLastTime key={phone} phone={phone} />}
        lines={lines}
        info={info}
        areas={areas}
        onChange={change}
        disabled={lines.length === 0}
        isSending={isSending}
        onSend={(form) => {
          const key = draft.key || randomKey();
          change({ key });
          const chosen = { ...deliveryFields(day), ...(missing !== MISSING[0] && { missing }) };
          const order = JSON.stringify({ idempotencyKey: key, ...form, note, ...chosen });
          void fetcher.submit({ order }, { method: 'post' });
        }}
      >
        <TotalsTerms totals={shownTotals(lines, fee)} write={amountText} atLeast={fee.atLeast} />
        <DayField
          days={days}
          value={day}
          none={t('The next delivery')}
          onChange={({ target }) => change({ day: target.value })}
        />
        <SelectField
          label={IF_MISSING}
          name="missing"
          value={missing}
          onChange={({ target }) => change({ missing: target.value as Missing })}
        >
          <Options of={Object.entries(MISSING_CHOICES)} />
        </SelectField>
        {day ? null : <p className="text-sm text-muted">{delivery}</p>}
        <Field
          label={t('Note')}
          name="note"
          autoComplete="off"
          placeholder={t('For the shop only')}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={({ target }) => change({ note: target.value })}
        />
        <Notice
          look="warning"
          role="status"
          text={lines.length > 0 && limit !== null && sentenceOf({ code: 'order-too-small', limit })}
        />
        <ErrorText text={isSending ? undefined : fetcher.data?.error} />
      </OrderForm>
    </Screen>
  );
}
