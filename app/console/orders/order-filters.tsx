import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import Download from 'virtual:icons/download';
import { NEW_ORDER } from '../../../domain/orders/order.ts';
import { FILTERS, NO_RIDER } from '../../../domain/orders/order-filters.ts';
import { ORDER_STAGES, stageLabel } from '../../../domain/orders/stages.ts';
import { dayText } from '../components/day-text.ts';
import { StoredBox } from '../components/stored-box.tsx';
import { allowSound, soundOn } from '../state/sound.ts';

type Choice = readonly [value: string, text: string];

export interface Choices {
  areas: readonly Choice[];
  riders: readonly Choice[];
  days: readonly string[];
  products: readonly Choice[];
}

/** What else there is to choose for the list of orders. On phones it is folded. */
export function OrderFilters({ choices, today }: { choices: Choices; today: string }) {
  const [params] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const { areas, riders, days, products } = choices;
  const set = FILTERS.filter((name) => params.get(name)).length;
  const status = params.get('status') ?? NEW_ORDER.status;
  const isPending = status === NEW_ORDER.status;
  const sort = params.get('sort') ?? 'oldest';
  const turned = new URLSearchParams(params);
  turned.delete('after');
  turned.set('sort', sort === 'newest' ? 'oldest' : 'newest');
  const exported = new URLSearchParams(turned);
  exported.set('sort', sort);
  exported.set('status', status === 'all' ? '' : status);
  const select = (name: string, label: string, all: string, options: readonly Choice[]) =>
    options.length > 0 && (
      <select
        key={name + params.get(name)}
        name={name}
        defaultValue={params.get(name) ?? ''}
        aria-label={label}
        className="input w-auto min-w-0 flex-1 basis-36"
      >
        <option value="">{all}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    );
  return (
    <>
      <input type="hidden" name="status" value={status} />
      {isPending ? <input type="hidden" name="sort" value={sort} /> : null}
      <button
        type="button"
        aria-expanded={isOpen}
        className="btn btn-quiet px-4 md:hidden"
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters{set > 0 ? ` (${set})` : ''}
      </button>
      <div className={`flex basis-full flex-wrap items-center gap-2 ${isOpen ? '' : 'max-md:hidden'}`}>
        {select('area', 'Area', 'All areas', areas)}
        {isPending ? (
          select(
            'day',
            'Day',
            'All days',
            days.map((day) => [day, dayText(day, today)]),
          )
        ) : (
          <input
            type="date"
            name="day"
            defaultValue={params.get('day') ?? ''}
            aria-label="Day"
            className="input w-auto"
          />
        )}
        {isPending &&
          select(
            'stage',
            'Stage',
            'All stages',
            ORDER_STAGES.map((stage) => [stage, stageLabel(stage)]),
          )}
        {riders.length > 0 && select('rider', 'Rider', 'All riders', [...riders, [NO_RIDER, 'No rider']])}
        {isPending && select('product', 'Product', 'All products', products)}
        <span className="flex flex-wrap items-center gap-x-4 text-sm md:ml-auto">
          {isPending ? (
            <Link to={`?${turned}`} className="tap font-medium text-leaf">
              {sort === 'newest' ? 'Oldest first' : 'Newest first'}
            </Link>
          ) : null}
          <Link to={`/orders/export?${exported}`} reloadDocument className="tap gap-1.5 font-medium text-leaf">
            <Download className="size-4" />
            Export
          </Link>
          <StoredBox stored={soundOn} label="Sound for new orders" onChange={allowSound} />
        </span>
      </div>
    </>
  );
}
