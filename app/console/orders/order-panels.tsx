/** What the screen of an order shows of it: its lines, its money and its history. */
import { ORDER_ITEMS, PAYMENT_STATUS_NAMES } from '#messages';
import { type ReactNode, useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { UNDO_MS } from '../../../domain/orders/change-order.ts';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { entryWords } from '../../../domain/orders/history.ts';
import { owedOf } from '../../../domain/orders/ledger.ts';
import { isOpen, type OperatorOrder } from '../../../domain/orders/order.ts';
import { displayedPrice, shownLinePrice } from '../../../domain/orders/pricing.ts';
import type { CancelReason } from '../../../domain/orders/reasons.ts';
import { formatMeasure, formatNumber, productName, secondName } from '../../../messages/format.ts';
import type { ShownOrder } from '../../../server/orders/admin.ts';
import { EmailText } from '../../components/email-text.tsx';
import { Field } from '../../components/field.tsx';
import { PackedTexts } from './packed-texts.tsx';
import { Thumbnail } from '../../components/picture.tsx';
import { CheckBox, HowFields, selectAll } from '../kit/fields.tsx';
import { Button, ActionForm } from '../kit/form.tsx';
import { Panel, NothingHere, useRight } from '../kit/screen.tsx';
import { say } from '../kit/say.tsx';
import { Age, formatTk, Time } from '../kit/values.tsx';
import { t, told } from '../../../messages/console/t.ts';

/** What was ordered. A line that is short stays in its place while it can be put back. */
export function OrderLines({ order }: { order: OperatorOrder }) {
  const { orderItems, revision } = order;
  const [before, setBefore] = useState<readonly CartItem[] | null>(null);
  useEffect(() => {
    if (!before) return;
    const timer = setTimeout(() => setBefore(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [before, revision]);
  const now = new Map(orderItems.map((item) => [item.id, item]));
  const known = new Map((before ?? orderItems).map((item) => [item.id, item]));
  // What was removed, or added meanwhile, is a line too.
  const shown = new Map([...known, ...now]).values();
  return (
    <ul className="panel rows" aria-label={ORDER_ITEMS}>
      {[...shown].map((item) => (
        <OrderLine
          key={item.id}
          order={order}
          item={now.get(item.id) ?? { ...item, quantity: 0 }}
          was={(known.get(item.id) ?? item).quantity}
          onShort={() => setBefore(before ?? orderItems)}
        />
      ))}
    </ul>
  );
}

interface OrderLineProps {
  order: OperatorOrder;
  item: CartItem;
  /** Its quantity before. */
  was: number;
  onShort: () => void;
}

function OrderLine({ order, item, was, onShort }: OrderLineProps) {
  const fetcher = useFetcher();
  const isSending = fetcher.state !== 'idle';
  const { id: product, quantity } = item;
  const name = productName(item);
  const canChange = isOpen(order.status);
  const isLast = order.orderItems.length === 1 && quantity === 1;
  const set = (to: number, reason: string): void => {
    const action = `/orders/${order.id}/edit`;
    if (fetcher.state !== 'submitting')
      void fetcher.submit({ product, quantity: to, reason }, { method: 'post', action });
  };
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-3 px-4 py-2">
      <Thumbnail {...item} sizes="48px" className="size-12 rounded-xl" />
      <div className={`min-w-0 flex-1 ${quantity === 0 ? 'text-muted line-through' : ''}`}>
        <p translate="no" className=" font-semibold break-words">
          {name}
        </p>
        <p lang="bn" className="text-sm text-muted empty:hidden">
          {secondName(item)}
        </p>
        <p className="text-sm text-muted">{formatMeasure(item)}</p>
      </div>
      <p className="text-right whitespace-nowrap figures">
        <span className="font-extrabold">{formatNumber(quantity)}</span> × {formatTk(displayedPrice(item))}
        <span className="block text-sm text-muted">= {formatTk(Number(shownLinePrice(item)))}</span>
      </p>
      {canChange && quantity > 0 ? (
        <Button
          look="quiet"
          leaves
          label={t('Short')}
          aria-label={t('{name} is short', { name })}
          aria-disabled={isSending || isLast}
          title={isLast ? t('It is the last one: cancel the order instead.') : undefined}
          className="px-3 text-sm aria-disabled:text-muted"
          onClick={() => {
            if (isLast || isSending) return;
            onShort();
            set(quantity - 1, 'out-of-stock' satisfies CancelReason);
          }}
        />
      ) : null}
      <p className="w-full text-sm empty:hidden">
        <PackedTexts line={item} />
      </p>
      <p
        role="status"
        className="flex w-full items-center justify-end gap-2 text-sm font-semibold text-clay empty:hidden"
      >
        {quantity === was || !canChange ? null : (
          <>
            {t('{quantity} instead of {was}', { quantity, was })}
            <Button
              look="word"
              leaves
              label={t('Undo')}
              aria-label={t('Undo {name}', { name })}
              className="justify-center px-2 font-semibold text-leaf"
              onClick={() => set(was, '')}
            />
          </>
        )}
      </p>
    </li>
  );
}

/** The money of a delivered order. Amounts in Tk. */
export function Money({ order: { id, paymentStatus }, money }: Pick<ShownOrder, 'order' | 'money'>) {
  const { collected, 'to collect': toCollect, 'given back': givenBack, 'written off': writtenOff } = money;
  const rare = { 'Given back': givenBack, 'Written off': writtenOff };
  const sums = { 'To collect': toCollect, Collected: collected, ...rare };
  const due = owedOf(money);
  const kept = collected - givenBack;
  return (
    <Panel heading={t('Money')} mark={<span className="text-muted">{PAYMENT_STATUS_NAMES[paymentStatus]}</span>}>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 figures">
        {Object.entries(sums).map(([term, tk]) => (
          <div key={term} className={tk === 0 && term in rare ? 'hidden' : 'contents'}>
            <dt className="text-muted">{told(term)}</dt>
            <dd className="text-right font-semibold">{formatTk(tk)}</dd>
          </div>
        ))}
      </dl>
      {due > 0 ? (
        <MoneyForm
          key={`due ${due}`}
          id={id}
          intent="collect"
          label={t('Amount collected')}
          most={due}
          button={t('Collected')}
        />
      ) : null}
      {kept > 0 ? (
        <details>
          <summary className="tap text-leaf">{t('Give back')}</summary>
          <MoneyForm
            key={`kept ${kept}`}
            id={id}
            intent="give-back"
            label={t('Amount given back')}
            button={t('Give back')}
          >
            <Field label={t('Reason')} name="reason" required maxLength={200} autoComplete="off" />
            <CheckBox name="owed" value="yes" label={t('It is still owed')} className="gap-2" />
          </MoneyForm>
        </details>
      ) : null}
    </Panel>
  );
}

interface MoneyFormProps {
  id: string;
  intent: 'collect' | 'give-back';
  label: string;
  button: string;
  /** What stands in the field first. */
  most?: number;
  children?: ReactNode;
}

function MoneyForm({ id, intent, label, button, most, children }: MoneyFormProps) {
  return (
    <ActionForm fields={{ id, intent }} className="flex flex-col gap-3">
      <Field
        label={label}
        name="amount"
        required
        inputMode="decimal"
        autoComplete="off"
        defaultValue={most}
        onFocus={selectAll}
      />
      <HowFields />
      {children}
      <Button label={button} look={most === undefined ? 'quiet' : 'primary'} waits />
    </ActionForm>
  );
}

export function NoOrder() {
  return (
    <NothingHere title={t('Not found')} to="/orders" link={t('Orders')}>
      {t('There is no order with this id.')}
    </NothingHere>
  );
}

type HistoryProps = Pick<ShownOrder, 'history' | 'messages' | 'placedAt' | 'order'>;

/** All that happened to an order, then what its customer was told by SMS. What was undone is struck. */
export function History({ history, messages, placedAt, order }: HistoryProps) {
  const age = (
    <span className="ml-auto text-sm text-muted">
      <Age at={placedAt} />
    </span>
  );
  return (
    <Panel heading={t('History')} mark={age}>
      <ol className="flex flex-col gap-2 text-sm">
        {history.map((entry) => {
          const { text, details } = entryWords(entry);
          const isByPhone = entry.from === null && order.source === 'phone';
          return (
            <li key={`${entry.at.getTime()} ${entry.change}`}>
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-semibold">
                  {entry.undone ? <s>{told(text)}</s> : told(text)}
                  {isByPhone ? ` ${t('by phone')}` : ''}
                  {entry.undone ? <span className="font-normal text-muted"> {t('(undone)')}</span> : null}
                </span>
                <span className="text-muted">
                  <Time at={entry.at} />
                </span>
              </p>
              {details.length > 0 ? (
                <ul className="border-l-2 border-line pl-3 break-words">
                  {details.map((detail) => (
                    <li key={detail}>{told(detail)}</li>
                  ))}
                </ul>
              ) : null}
              <p className="break-words text-muted">
                {say('by {who}', {
                  who: (
                    <EmailText email={entry.actor === 'owner' ? t('the customer') : (entry.operator ?? t('the API'))} />
                  ),
                })}
              </p>
            </li>
          );
        })}
      </ol>
      {messages.length > 0 ? (
        <ol aria-label={t('SMS')} className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
          {messages.map((message) => (
            <Told key={message.id} {...message} />
          ))}
        </ol>
      ) : null}
    </Panel>
  );
}

const STATES = {
  sent: 'SMS sent',
  waiting: 'SMS waiting',
  'not sent': 'SMS not sent',
  unknown: 'SMS: perhaps sent',
} as const satisfies Record<Told['state'], string>;

type Told = ShownOrder['messages'][number];

function Told({ id, at, to, text, state, answer, fault }: Told) {
  const canRetry = useRight('log') && (state === 'not sent' || state === 'unknown');
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{STATES[state]}</span>
        <span className="text-muted">
          <Time at={at} />
        </span>
      </p>
      <p className="border-l-2 border-line pl-3 wrap-anywhere">{text}</p>
      <p className="text-muted figures">{to}</p>
      <p className={`wrap-anywhere empty:hidden ${fault ? 'text-danger' : 'text-muted'}`}>{answer ?? fault}</p>
      {canRetry ? (
        <ActionForm action="/log" fields={{ id: String(id) }}>
          <Button look="quiet" intent="retry" label={t('Send again')} />
        </ActionForm>
      ) : null}
    </li>
  );
}
