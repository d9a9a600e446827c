import { STATUS_NAMES } from '#messages';
import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { capitalized } from '../../../base/text.ts';
import { UNDO_MS } from '../../../domain/orders/change-order.ts';
import {
  canTransition,
  isOpen,
  type OperatorOrder,
  type OrderStatus,
  shortOrderId,
  STATUS_CHANGES,
  statusOfChange,
} from '../../../domain/orders/order.ts';
import { CALL_OUTCOMES, CANCEL_REASONS, reasonLabel } from '../../../domain/orders/reasons.ts';
import { NEW_STAGE, STAGE_RULES, stagesAfter } from '../../../domain/orders/stages.ts';
import { createValue } from '../../state/value.ts';
import { type Answer, keeper } from '../kit/answer.ts';
import { CheckBox } from '../kit/fields.tsx';
import { Button, ButtonLink, ConfirmButton } from '../kit/form.tsx';
import { useRootData } from '../kit/screen.tsx';
import { t, told } from '../../../messages/console/t.ts';

/** What was done to an order a moment ago. */
export interface DoneChange {
  id: string;
  /** 'delivered' */
  what: string;
  /** An undo is of this one only. */
  revision: number;
}

export interface OrderAnswer extends Answer {
  /** What can be taken back now; after an undo: what was. */
  changed?: readonly DoneChange[];
}

interface DoneOrder extends DoneChange {
  /** One of several, which are taken back together. */
  together: boolean;
  /** It is too late to take it back. */
  isOver: boolean;
}

/** By the orders' ids. As long as there are any, no row of a list moves. */
export const doneOrders = createValue<ReadonlyMap<string, DoneOrder>>(new Map());

/** How long the last ones are still seen without their button, so that nobody presses what comes in its place. */
const LEAVES_MS = 1_000;

function offerUndo(changed: readonly DoneChange[]): void {
  const together = changed.length > 1;
  const offered = new Map(changed.map((change) => [change.id, { ...change, together, isOver: false }]));
  doneOrders.set(new Map([...doneOrders.get(), ...offered]));
  setTimeout(() => {
    const all = [...doneOrders.get()];
    doneOrders.set(new Map(all.map(([id, done]) => [id, done === offered.get(id) ? { ...done, isOver: true } : done])));
    setTimeout(() => {
      if ([...doneOrders.get().values()].every(({ isOver }) => isOver)) doneOrders.set(new Map());
    }, LEAVES_MS);
  }, UNDO_MS);
}

function endUndo(changed: readonly DoneChange[]): void {
  const undone = new Set(changed.map(({ id }) => id));
  doneOrders.set(new Map([...doneOrders.get()].filter(([id]) => !undone.has(id))));
}

/**
 * The `clientAction` of orders. A failure says what was not done. What can be taken back is said in its own place, all
 * else by a toast.
 */
export const keepOrder = keeper<OrderAnswer>({
  says: ({ changed = [], error }, sent) => !!error || changed.length === 0 || sent.get('intent') === 'undo',
  failed: (sent) => {
    const to = statusOfChange(String(sent.get('intent')));
    return to
      ? t('{order}: not {status}.', { order: shortOrderId(String(sent.get('id'))), status: STATUS_NAMES[to] })
      : undefined;
  },
  after: ({ changed = [] }, sent) => {
    if (sent.get('intent') === 'undo') endUndo(changed);
    else if (changed.length > 0) offerUndo(changed);
  },
});

const PLACES = {
  usual: 'grow md:grow-0',
  next: 'order-last grow-99 md:min-w-24 md:grow-0',
  above: 'order-first grow basis-5/12',
} as const;

interface OrderButtonsProps {
  order: OperatorOrder;
  isGone?: boolean;
  onAsk?: (isOpen: boolean) => void;
}

/**
 * One button for each change that the order may have. What comes next is green, and the last one. A pressed one waits in
 * its place, with the focus, until the shop has answered. Then `Undo` stands over them for a while. A question stays
 * open when somebody else changes the order, and says so; `onAsk` hears of it, so that the row stays too. `isGone`: the
 * order has left its list.
 */
export function OrderButtons({ order, isGone = false, onAsk }: OrderButtonsProps) {
  const { id, status, stage, shippingInfo } = order;
  const fetcher = useFetcher<OrderAnswer>();
  const done = doneOrders.use((all) => all.get(id));
  const [pressed, setPressed] = useState('');
  const [asked, setAsked] = useState<OrderStatus | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const mails = useRootData()?.mailsToFiles ? '' : `${t('The customer gets a mail.')} `;
  const refused = fetcher.state !== 'submitting' && fetcher.data?.error !== undefined;
  // What the shop has stored can be taken back at once, also while the list is still loading.
  const isStored = fetcher.state === 'loading' && done !== undefined;
  const wanted = fetcher.state === 'idle' || refused || isStored ? '' : pressed;
  const submit = (label: string, fields: Record<string, string>): void => {
    if (wanted !== '') return;
    setPressed(label);
    void fetcher.submit({ id, ...fields }, { method: 'post' });
  };
  useEffect(() => {
    const element = box.current;
    if (done && element?.contains(document.activeElement))
      element.querySelector<HTMLElement>('[data-undo]')?.focus({ preventScroll: true });
  }, [done]);

  const look = (label: string, place: 'usual' | 'next' | 'above' = 'usual') => ({
    label: wanted === label ? `${told(label)} …` : told(label),
    look: place === 'next' ? ('primary' as const) : ('quiet' as const),
    className: `${stage === NEW_STAGE ? 'px-1 md:px-2' : 'px-2'} text-sm ${PLACES[place]} ${wanted === '' || wanted === label ? '' : 'invisible'}`,
    'aria-disabled': wanted !== '',
  });
  const changes = STATUS_CHANGES.filter(({ to }) => canTransition(asked ?? status, to, 'operator'));
  const now = isGone ? changes.map(({ to }) => STATUS_NAMES[to]).join(` ${t('or')} `) : STATUS_NAMES[status];
  const isLeft = isGone && fetcher.state === 'idle' && asked === null;
  const isOver = asked !== null && (isGone || status !== asked);
  const next =
    stage === 'to confirm'
      ? Object.entries(CALL_OUTCOMES).map(([outcome, label]) => ({ label, fields: { intent: 'call', outcome } }))
      : stagesAfter(stage).map((to) => ({ label: STAGE_RULES[to].label, fields: { intent: 'stage', stage: to } }));
  if (!done && !isLeft && changes.length === 0) return null;
  return (
    <div ref={box} className="grid flex-1 *:[grid-area:1/1]">
      <div className={`flex flex-wrap justify-end gap-1 md:gap-2 ${done || isLeft ? 'invisible' : ''}`}>
        {changes.map(({ change, to, asks }) => {
          const label = capitalized(change);
          if (!asks)
            return (
              <Button
                key={change}
                {...look(label, next.length === 0 ? 'next' : 'usual')}
                onClick={() => submit(label, { intent: change })}
              />
            );
          return (
            <ConfirmButton
              key={change}
              {...look(label)}
              title={t('{label} order {order}?', { label: told(label), order: shortOrderId(id) })}
              text={
                asked && (
                  <p>
                    {t('It was ordered by {name}.', { name: shippingInfo.name })} {mails}
                    {mails
                      ? t('You can undo it for {n} seconds, before the mail leaves.', { n: UNDO_MS / 1000 })
                      : t('You can undo it for {n} seconds.', { n: UNDO_MS / 1000 })}
                  </p>
                )
              }
              fields={
                <fieldset className="mt-2 flex flex-col">
                  <legend className="sr-only">{t('Reason')}</legend>
                  {(asked ? CANCEL_REASONS : []).map((one) => (
                    <CheckBox
                      key={one}
                      type="radio"
                      name="reason"
                      value={one}
                      label={told(reasonLabel(one))}
                      className="gap-3"
                      defaultChecked={one === 'customer-asked'}
                    />
                  ))}
                </fieldset>
              }
              keep={t('Keep the order')}
              confirm={t('{label} the order', { label: told(label) })}
              over={
                isOver
                  ? t('{order} has been {now} meanwhile. It was not {to} by you.', {
                      order: shortOrderId(id),
                      now,
                      to: STATUS_NAMES[to],
                    })
                  : null
              }
              onConfirm={(given) => submit(label, { intent: change, reason: String(given.get('reason')) })}
              onAsk={(isShown) => {
                setAsked(isShown ? status : null);
                onAsk?.(isShown);
              }}
            />
          );
        })}
        {isOpen(status) && stage === NEW_STAGE ? <ButtonLink {...look('Pack')} to={`/orders/${id}/pack`} /> : null}
        {isOpen(status) &&
          next.map(({ label, fields }, at) => (
            <Button key={label} {...look(label, at === 0 ? 'next' : 'above')} onClick={() => submit(label, fields)} />
          ))}
      </div>
      {done ? (
        <p className={`flex items-center justify-end gap-3 ${done.isOver ? 'opacity-60' : ''}`}>
          <span role="status" className="font-semibold">
            <span className="sr-only">{t('{order} is', { order: shortOrderId(id) })} </span>
            {capitalized(told(done.what))}.
          </span>
          {done.together || done.isOver ? null : (
            <Button
              data-undo
              look="quiet"
              label={wanted === 'Undo' ? t('Undo …') : t('Undo')}
              className="px-4"
              aria-disabled={wanted !== ''}
              onClick={() => submit('Undo', { intent: 'undo', revision: String(done.revision) })}
            />
          )}
        </p>
      ) : isLeft ? (
        <p className="flex items-center justify-end text-sm text-muted">{t('Changed meanwhile')}</p>
      ) : null}
    </div>
  );
}
