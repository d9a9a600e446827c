import { IF_MISSING, MISSING_CHOICES, PIECE_COUNT, SHIPPING, STATUS_NAMES, SUBTOTAL, TOTAL } from '#messages';
import { STAGE_RULES } from '../../../domain/orders/stages.ts';
import { localAddress } from '../../../messages/contact.ts';
import { isOpen, type OperatorOrder, shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount, onePiece, shownLinePrice } from '../../../domain/orders/pricing.ts';
import { pieces } from '../../../domain/orders/cart.ts';
import { formatTime } from '../../../messages/dates.ts';
import {
  formatMeasure,
  formatMessage,
  formatNumber,
  formatPrice,
  productName,
  secondName,
} from '../../../messages/format.ts';
import { PackedTexts } from './packed-texts.tsx';
import { createStored, readFlag } from '../../state/local-storage.ts';
import { whenText } from '../kit/values.tsx';
import { say } from '../kit/say.tsx';
import { useRootData } from '../kit/screen.tsx';
import { Options, StoredBox } from '../kit/fields.tsx';
import { useFetcher } from 'react-router';
import Printer from 'virtual:icons/printer';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { t, told } from '../../../messages/console/t.ts';

/** The papers of packing slips; each has its page in console.css. */
const PAPERS = { a5: 'A5', receipt: t('80 mm receipt') } as const;

type Paper = keyof typeof PAPERS;

const paper = createStored<Paper>({
  key: 'slipPaper',
  empty: 'a5',
  read: (stored) => (Object.hasOwn(PAPERS, String(stored)) ? (stored as Paper) : undefined),
});

/** Whether packing slips have prices. */
const slipPrices = createStored<boolean>({ key: 'slipPrices', empty: false, read: readFlag });

const ENDS = 'flex flex-wrap items-baseline justify-between gap-x-[1em]';

/** What goes along with an order, black on white. The screen shows it as a sheet of its paper. */
export function PackingSlip({ order, placedAt }: { order: OperatorOrder; placedAt: Date }) {
  const { shop, wallets = [] } = useRootData() ?? {};
  const chosen = paper.use();
  const withPrices = slipPrices.use();
  const { status, orderItems, shippingInfo } = order;
  const id = shortOrderId(order.id);
  return (
    <section
      aria-label={t('Packing slip {id}', { id })}
      className={`slip slip-${chosen} bg-white leading-[1.35] wrap-anywhere text-black screen:max-w-full screen:border screen:border-line print:[.slip+&]:break-before-page`}
    >
      <p className={ENDS}>
        <b>{shop?.name}</b>
        <span>{shop?.phone}</span>
      </p>
      <p className={ENDS}>
        <b className="text-[1.6em]">
          {id}
          {isOpen(status) ? '' : ` (${STATUS_NAMES[status]})`}
          {isOpen(status) && order.stage === 'to confirm' ? ` (${told(STAGE_RULES[order.stage].label)})` : ''}
        </b>
        <span>{formatTime(placedAt)}</span>
      </p>
      {order.deliveryDay === null ? null : (
        <p>{say('Deliver on {day}', { day: <b>{whenText(order.deliveryDay, order.slot)}</b> })}</p>
      )}
      <address className="py-[0.75em] text-[1.4em] leading-[1.25] not-italic *:block">
        {[shippingInfo.name, ...localAddress(shippingInfo)].map((line) => (
          <span key={line}>{line}</span>
        ))}
        <b className="pt-[0.2em] text-[1.25em]">{shippingInfo.phone}</b>
      </address>
      {isOpen(status) ? (
        <p>
          {IF_MISSING}: <b>{MISSING_CHOICES[order.missing]}</b>
        </p>
      ) : null}
      <table className="w-full border-collapse">
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
                <b>{formatNumber(item.quantity)} ×</b> {productName(item)}
                <span lang="bn" className="block">
                  {secondName(item)}
                </span>
                <PackedTexts line={item} />
              </td>
              <td>
                {formatMeasure(item)}
                {withPrices ? (
                  <span className="block">
                    {formatNumber(item.quantity)} × {formatPrice(shownLinePrice(onePiece(item)))} ={' '}
                    {formatPrice(shownLinePrice(item))}
                  </span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {withPrices ? (
        <p className="pt-[0.5em] text-right">
          {SUBTOTAL} {formatPrice(formatAmount(order.subTotal))} · {SHIPPING}{' '}
          {formatPrice(formatAmount(order.shippingCost))} · {TOTAL} <b>{formatPrice(formatAmount(order.totalCost))}</b>
        </p>
      ) : null}
      <div className="flex break-inside-avoid flex-wrap items-end justify-between gap-x-[1em] gap-y-[2.5em] pt-[1em]">
        <p className="border-[1.5pt] border-black px-[0.5em] py-[0.2em] text-[1.4em] font-bold">
          {t('Collect {amount}', { amount: formatPrice(formatAmount(order.totalCost)) })}
        </p>
        {wallets.length > 0 ? <p>{wallets.join(' · ')}</p> : null}
        <p className="min-w-[12em] flex-1 border-b-[0.5pt] border-black">{t('Received by')}</p>
      </div>
    </section>
  );
}

/** `ids`: of the orders whose slips are printed; they are marked as printed. */
export function PrintControls({ ids, onPrint }: { ids: readonly string[]; onPrint?: () => void }) {
  const chosen = paper.use();
  const fetcher = useFetcher();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StoredBox stored={slipPrices} label={t('With prices')} />
      <select
        aria-label={t('Paper')}
        value={chosen}
        className="input w-auto"
        onChange={({ target }) => paper.set(target.value as Paper)}
      >
        <Options of={Object.entries(PAPERS)} />
      </select>
      <button
        type="button"
        className="btn btn-quiet"
        onClick={() => {
          onPrint?.();
          void fetcher.submit({ ids: ids.join() }, { method: 'post', action: '/orders/slips' });
          print();
        }}
      >
        <Printer className="size-5" />
        {t('Print')}
      </button>
    </div>
  );
}

/**
 * Whether something is being printed, or was before: some browsers take the page only after they say that it is printed.
 * What only the paper shows need not be in the page earlier.
 */
export function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    // At once: the browser lays out the paper right after the event.
    const show = (): void => flushSync(() => setPrinted(true));
    addEventListener('beforeprint', show);
    media.addEventListener('change', show);
    return () => {
      removeEventListener('beforeprint', show);
      media.removeEventListener('change', show);
    };
  }, []);
  return isPrinted;
}
