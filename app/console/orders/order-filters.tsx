import { useState } from 'react';
import { data, Link, useLoaderData, useSearchParams } from 'react-router';
import Download from 'virtual:icons/download';
import X from 'virtual:icons/x';
import { capitalized } from '../../../base/text.ts';
import { isOpen, isOrderStatus, NEW_ORDER } from '../../../domain/orders/order.ts';
import { FILTERS, NO_RIDER, readOrderFilters } from '../../../domain/orders/order-filters.ts';
import { ORDER_STAGES, STAGE_RULES } from '../../../domain/orders/stages.ts';
import { operatorSentence } from '../../../messages/operator-sentence.ts';
import { formatNumber } from '../../../messages/format.ts';
import { dayText } from '../kit/values.tsx';
import { type Choice, Options, StoredBox } from '../kit/fields.tsx';
import { queryWith } from '../kit/list.tsx';
import { allowSound, soundOn } from '../shell/shell.tsx';
import type { loader } from './orders.tsx';
import { t, told } from '../../../messages/console/t.ts';

/** Of an address. A bad one is answered with an error. */
export function filtersOf(params: URLSearchParams) {
  const filters = readOrderFilters(params);
  if (filters.ok) return filters.value;
  throw data({ detail: operatorSentence(filters.reason) }, { status: filters.status });
}

/** Whether a view of the list is of open orders, which have a stage. The others have all been delivered or canceled. */
export function isOfOpen(view: string): boolean {
  return isOrderStatus(view) && isOpen(view);
}

const STAGES = ORDER_STAGES.map((stage): Choice => [stage, told(STAGE_RULES[stage].label)]);

/** What else there is to choose for the list of orders. On phones it is folded. */
export function OrderFilters() {
  const { choices, today } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const [isShown, setIsShown] = useState(false);
  const { areas, riders, days, slots, products } = choices;
  const set = FILTERS.filter((name) => params.get(name)).length;
  const status = params.get('status') ?? NEW_ORDER.status;
  const cash = params.get('cash');
  const hasStages = isOfOpen(status);
  const sort = params.get('sort') ?? 'oldest';
  const select = (name: (typeof FILTERS)[number], of: readonly Choice[], called: string = name) =>
    of.length > 0 && (
      <select
        name={name}
        defaultValue={params.get(name) ?? ''}
        aria-label={told(capitalized(called))}
        className="input w-auto min-w-0 flex-1 basis-36"
      >
        <Options none={told(`All ${called}s`)} of={of} />
      </select>
    );
  return (
    <>
      <input type="hidden" name="status" value={status} />
      {hasStages ? <input type="hidden" name="sort" value={sort} /> : null}
      <button
        type="button"
        aria-expanded={isShown}
        className="btn btn-quiet px-4 md:hidden"
        onClick={() => setIsShown(!isShown)}
      >
        {`${t('Filters')}${set > 0 ? ` (${formatNumber(set)})` : ''}`}
      </button>
      <div className={`flex basis-full flex-wrap items-center gap-2 ${isShown ? '' : 'max-md:hidden'}`}>
        {select('area', areas)}
        {hasStages ? (
          select('day', days)
        ) : (
          <input
            type="date"
            name="day"
            defaultValue={params.get('day') ?? ''}
            aria-label={t('Day')}
            className="input w-auto"
          />
        )}
        {hasStages && select('slot', slots, 'delivery time')}
        {hasStages && select('stage', STAGES)}
        {riders.length > 0 && select('rider', [...riders, [NO_RIDER, t('No rider')]])}
        {hasStages && select('product', products)}
        {cash ? (
          <>
            <input type="hidden" name="cash" value={cash} />
            <Link to={queryWith(params, { cash: null })} className="tap gap-1 font-semibold text-leaf">
              {t('Cash of {day}', { day: dayText(cash, today) })} <X className="size-4" />{' '}
              <span className="sr-only">{t('Remove')}</span>
            </Link>
          </>
        ) : null}
        <span className="flex flex-wrap items-center gap-x-4 text-sm md:ml-auto">
          {hasStages ? (
            <Link
              to={queryWith(params, { sort: sort === 'newest' ? 'oldest' : 'newest' })}
              className="tap font-semibold text-leaf"
            >
              {sort === 'newest' ? t('Oldest first') : t('Newest first')}
            </Link>
          ) : null}
          {[
            ['export', t('Export')],
            ['lines.csv', t('Export lines')],
          ].map(([file, label]) => (
            <Link
              key={file}
              to={`/orders/${file}${queryWith(params, { sort, status: status === 'all' ? '' : status })}`}
              reloadDocument
              className="tap gap-1 font-semibold text-leaf"
            >
              <Download className="size-4" />
              {label}
            </Link>
          ))}
          <StoredBox stored={soundOn} label={t('Sound for new orders')} onChange={allowSound} />
        </span>
      </div>
    </>
  );
}
