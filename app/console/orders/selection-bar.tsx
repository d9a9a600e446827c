import { Link, useFetcher } from 'react-router';
import Printer from 'virtual:icons/printer';
import X from 'virtual:icons/x';
import type { OperatorOrder } from '../../../domain/orders/order.ts';
import { stageLabel, stagesAfter } from '../../../domain/orders/stages.ts';
import { Button } from '../components/button.tsx';
import { doneOrders, type OrderAnswer } from '../state/done-orders.ts';
import type { Choices } from './order-filters.tsx';

interface SelectionBarProps extends Pick<Choices, 'riders'> {
  selected: readonly OperatorOrder[];
  /** These stay selected. */
  onSelect: (ids: readonly string[]) => void;
}

/** What can be done with all selected orders at once, and taken back. */
export function SelectionBar({ selected, riders, onSelect }: SelectionBarProps) {
  const fetcher = useFetcher<OrderAnswer>();
  const done = [...doneOrders.use()].filter(([, { together, isOver }]) => together && !isOver);
  // Not while the list is loading: what was stored can be taken back at once.
  const isBusy = fetcher.state === 'submitting';
  const submit = async (
    orders: readonly (readonly [id: string, revision: number])[],
    fields: Record<string, string>,
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [id, revision] of orders) {
      form.append('id', id);
      form.append('revision', String(revision));
    }
    await fetcher.submit(form, { method: 'post' });
  };
  const change = async (orders: readonly OperatorOrder[], fields: Record<string, string>) => {
    await submit(
      orders.map(({ id, revision }) => [id, revision]),
      fields,
    );
    const changed = doneOrders.get();
    onSelect(selected.flatMap(({ id }) => (changed.has(id) ? [] : id)));
  };
  if (selected.length === 0 && done.length === 0) return null;
  const packable = selected.filter(({ stage }) => stagesAfter(stage).includes('packed'));
  return (
    <section
      aria-label="Selected orders"
      className="sticky bottom-16 z-20 panel flex flex-wrap items-center gap-2 bg-surface px-3 py-1.5 [box-shadow:0_4px_16px_#0004] lg:bottom-4"
    >
      {done.length > 0 ? (
        <>
          <p className="mr-auto font-semibold" role="status">
            {done.length} done
          </p>
          <Button
            label={isBusy ? 'Undo …' : 'Undo'}
            look="quiet"
            aria-disabled={isBusy}
            onClick={() => {
              const undone = done.map(([id, { revision }]) => [id, revision] as const);
              if (!isBusy) void submit(undone, { intent: 'undo' });
            }}
          />
        </>
      ) : (
        <>
          <p className="mr-auto font-semibold figures">{selected.length} selected</p>
          <Button
            label={isBusy ? 'Packed …' : stageLabel('packed')}
            className="px-3"
            disabled={packable.length === 0}
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) void change(packable, { intent: 'stage', stage: 'packed' });
            }}
          />
          {riders.length > 0 ? (
            <select
              aria-label="Rider"
              value=""
              disabled={isBusy}
              className="input w-24"
              onChange={({ target }) => void change(selected, { intent: 'rider', rider: target.value })}
            >
              <option value="">Rider</option>
              {riders.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          ) : null}
          <Link to={`/orders/slips?ids=${selected.map(({ id }) => id).join()}`} className="btn btn-quiet px-3">
            <Printer className="size-5" />
            <span className="max-md:sr-only">Packing slips</span>
          </Link>
          <button type="button" className="btn btn-quiet px-3" onClick={() => onSelect([])}>
            <X className="size-5 md:hidden" />
            <span className="max-md:sr-only">Clear</span>
          </button>
        </>
      )}
    </section>
  );
}
