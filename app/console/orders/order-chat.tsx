import { useEffect, useState } from 'react';
import { CONSOLE_PATH } from '../../../base/console-path.ts';
import { PHONE_PATTERN } from '../../../domain/accounts/contact.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { orderAgain, parseQuantity } from '../../../domain/orders/cart.ts';
import { displayedPrice } from '../../../domain/orders/pricing.ts';
import { formatMeasure } from '../../../messages/format.ts';
import { ErrorText, Frame } from '../../components/field.tsx';
import { NumberInput, Options } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import { formatTk, WhatsApp } from '../kit/values.tsx';
import { NO_DRAFT, type OrderDraft, orderDraft } from './order-draft.ts';
import type { ChatWish, LastOrder, ReadMessage } from './order-finds.ts';
import { t } from '../../../messages/console/t.ts';

const FINDS = `${CONSOLE_PATH}/orders/finds`;
const change = (part: Partial<OrderDraft>): void => orderDraft.set({ ...orderDraft.get(), ...part });

async function answerOf<T>(address: string, init?: RequestInit): Promise<T | null> {
  try {
    const answer = await fetch(address, init);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function add(product: Product, quantity: number): void {
  const { lines } = orderDraft.get();
  const known = lines.find(({ id }) => id === product.id)?.quantity ?? 0;
  const line = { ...product, quantity: known + quantity };
  change({ lines: known > 0 ? lines.map((one) => (one.id === line.id ? line : one)) : [...lines, line] });
}

/** What somebody has written becomes an order: each wish by a tap, and what nothing is found for stands beside. */
export function MessagePanel() {
  const { message } = orderDraft.use();
  const [wishes, setWishes] = useState<readonly ChatWish[]>([]);
  const [error, setError] = useState<string>();
  const read = async (): Promise<void> => {
    const answer = await answerOf<ReadMessage>(FINDS, { method: 'POST', body: new URLSearchParams({ message }) });
    setError(answer ? undefined : t('It could not be read. Try again.'));
    if (!answer) return;
    setWishes(answer.wishes);
    const { phone, customers } = answer;
    const { info } = orderDraft.get();
    // What is typed already stays.
    if (phone && !info.phone)
      change({ info: (!info.name && customers.length === 1 && customers[0]) || { ...info, phone } });
  };
  const drop = (wish: ChatWish): void => setWishes((now) => now.filter((one) => one !== wish));
  return (
    <details className="panel p-4" open={wishes.length > 0 || message !== NO_DRAFT.message || undefined}>
      <summary className="tap font-semibold text-leaf">{t('From a message')}</summary>
      <div className="flex flex-col gap-3">
        <Frame label={t('Message')}>
          {(ids) => (
            <textarea
              {...ids}
              value={message}
              rows={4}
              maxLength={4_000}
              className="input py-2"
              onChange={({ target }) => change({ message: target.value })}
            />
          )}
        </Frame>
        <Button label={t('Read it')} look="quiet" disabled={message.trim() === ''} onClick={() => void read()} />
        <ErrorText text={error} />
        <ul aria-label={t('Wishes')} className="rows -mx-4 border-t border-line empty:hidden">
          {wishes.map((wish) => (
            <WishRow key={wish.place} wish={wish} onDone={() => drop(wish)} />
          ))}
        </ul>
      </div>
    </details>
  );
}

function WishRow({ wish, onDone }: { wish: ChatWish; onDone: () => void }) {
  const { text, found } = wish;
  const [at, setAt] = useState(0);
  const { product, pieces = 1 } = found[at] ?? {};
  const dismiss = {
    look: 'word',
    leaves: true,
    label: t('Dismiss'),
    'aria-label': t('Dismiss {text}', { text }),
  } as const;
  return (
    <li aria-label={text} className="px-4 py-2">
      <form
        className="grid grid-cols-[minmax(0,1fr)_4rem_auto] items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('quantity');
          if (product) add(product, parseQuantity(String(typed)) ?? pieces);
          onDone();
        }}
      >
        <p className={`col-span-2 break-words ${product ? 'text-sm text-muted' : 'font-semibold'}`}>{text}</p>
        <Button {...dismiss} className="justify-end text-sm" onClick={onDone} />
        {product ? (
          <>
            <select
              aria-label={t('Product for {text}', { text })}
              value={at}
              className="input max-sm:col-span-full"
              onChange={({ target }) => setAt(Number(target.value))}
            >
              <Options
                of={found.map(({ product: one }, index) => [
                  String(index),
                  `${one.name}, ${formatMeasure(one)}, ${formatTk(displayedPrice(one))}`,
                ])}
              />
            </select>
            <NumberInput
              key={at}
              name="quantity"
              aria-label={t('Quantity for {text}', { text })}
              defaultValue={pieces}
              className="input col-start-2 px-2 text-right figures"
            />
            <Button look="soft" leaves label={t('Add')} aria-label={t('Add {name}', { name: product.name })} />
          </>
        ) : null}
      </form>
    </li>
  );
}

/** For a phone that has ordered before: its latest order at today's prices. */
export function SameAsLastTime({ phone }: { phone: string }) {
  const [last, setLast] = useState<LastOrder | null>(null);
  const [gone, setGone] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    if (PHONE_PATTERN.test(phone)) {
      const query = new URLSearchParams({ kind: 'last', q: phone });
      void answerOf<LastOrder>(`${FINDS}?${query}`, leaving).then((answer) => answer && setLast(answer));
    }
    return () => leaving.abort();
  }, [phone]);
  if (!last || last.ordered.length === 0) return null;
  const again = (): void => {
    const { items, gone: missing } = orderAgain(orderDraft.get().lines, last.ordered, last.products);
    change({ lines: items });
    setGone(missing.map(({ name }) => name).join(', '));
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" label={t('Same as last time')} onClick={again} />
        <WhatsApp href={last.chat} className="btn btn-quiet" />
      </div>
      {gone ? <p role="status">{t('Not available any more: {gone}.', { gone })}</p> : null}
    </>
  );
}
