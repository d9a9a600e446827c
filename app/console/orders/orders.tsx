import { STATUS_NAMES } from '#messages';
import { useState } from 'react';
import { data, Link, type LoaderFunctionArgs, redirect, useFetcher, useLoaderData } from 'react-router';
import Printer from 'virtual:icons/printer';
import X from 'virtual:icons/x';
import { dayInDhaka } from '../../../base/dates.ts';
import { capitalized } from '../../../base/text.ts';
import {
  isOpen,
  NEW_ORDER,
  type OperatorOrder,
  ORDER_STATUSES,
  orderCount,
  type OrderStatus,
} from '../../../domain/orders/order.ts';
import { FILTERS, OPEN_FILTERS } from '../../../domain/orders/order-filters.ts';
import { stagesAfter } from '../../../domain/orders/stages.ts';
import { cursorOf } from '../../context.ts';
import { servicesFor } from '../context.ts';
import { Button, ButtonLink, ConfirmButton } from '../kit/form.tsx';
import { UNDO_MS } from '../../../domain/orders/change-order.ts';
import { CheckBox, type Choice, Options } from '../kit/fields.tsx';
import { Pager, SearchForm } from '../kit/list.tsx';
import { formatSlot } from '../../../messages/dates.ts';
import { dayText, formatTk, grouped } from '../kit/values.tsx';
import { Screen, useRootData } from '../kit/screen.tsx';
import { filtersOf, isOfOpen, OrderFilters } from './order-filters.tsx';
import { doneOrders, keepOrder, type OrderAnswer } from './order-buttons.tsx';
import { OrderList } from './order-list.tsx';
import { areaName } from '../../../messages/format.ts';
import { t, told } from '../../../messages/console/t.ts';

type View = OrderStatus | 'all';

const NEW = NEW_ORDER.status;
/** Orders on one page: what a shop packs in a morning. */
const PAGE_SIZE = 50;
const NEWEST_FIRST = 'newestFirst=yes';

const VIEWS: readonly { view: View; text: string; empty: string }[] = [
  ...ORDER_STATUSES.map((view) => ({
    view,
    text: capitalized(STATUS_NAMES[view]),
    empty:
      view === NEW
        ? t('Nothing waits. A new order appears here by itself.')
        : t('No order is {status}.', { status: STATUS_NAMES[view] }),
  })),
  { view: 'all', text: t('All'), empty: t('There is no order yet. The first one appears here by itself.') },
];

/** The sort of open orders is remembered in a cookie, so that the list opens as it was. */
export async function loader(args: LoaderFunctionArgs) {
  const { orders, riders, shop } = await servicesFor(args, 'orders');
  const params = new URLSearchParams(args.url.search);
  const view = (params.get('status') || NEW) as View;
  const sort = params.get('sort');
  if (view === NEW && !sort && args.request.headers.get('Cookie')?.split('; ').includes(NEWEST_FIRST)) {
    params.set('sort', 'newest');
    throw redirect(`/orders?${params}`);
  }
  if (view === 'all') params.delete('status');
  else params.set('status', view);
  const filters = filtersOf(params);
  const search = params.get('q')?.trim() ?? '';
  const oldestFirst = isOfOpen(view) && sort !== 'newest';
  const [page, staff, pending] = await Promise.all([
    orders.admin.list({ ...filters, oldestFirst, search, after: cursorOf(args), limit: PAGE_SIZE }),
    riders.list(),
    orders.admin.pendingChoices(),
  ]);
  const now = new Date();
  const today = dayInDhaka(now);
  const choice = ({ id, name }: { id: string; name: string }) => [id, name] as const;
  const choices = {
    areas: shop.areas.get().map((area) => [area.id, areaName(area)] as const),
    riders: staff.map(choice),
    days: pending.days.map((day) => [day, dayText(day, today)] as const),
    slots: [...new Map(shop.settings().slots.map((slot) => [slot.from, formatSlot(slot)]))].toSorted(),
    products: pending.products.map(choice),
  };
  const remember = `${NEWEST_FIRST}; Path=/operator; SameSite=Lax; HttpOnly; Max-Age=${sort === 'newest' ? 31_536_000 : 0}`;
  return data(
    { ...page, choices, view, search, now, today, key: args.url.search },
    { headers: sort ? { 'Set-Cookie': remember } : {} },
  );
}

export { changeOrder as action } from './change-order.ts';
export const clientAction = keepOrder;
export { reloadRefused as shouldRevalidate } from '../kit/answer.ts';

export default function Orders() {
  const { orders, choices, view, search, next, key } = useLoaderData<typeof loader>();
  const counts = useRootData()?.counts;
  const [selected, setSelected] = useState<readonly string[]>([]);
  const chosen = orders.flatMap(({ order }) => (selected.includes(order.id) && isOpen(order.status) ? order : []));
  const shown = VIEWS.find((one) => one.view === view);
  const params = new URLSearchParams(key);
  const filters = FILTERS.filter((name) => params.get(name));
  const address = (to: View, dropped: readonly string[] = isOfOpen(to) ? [] : OPEN_FILTERS): string => {
    const kept = ['q', ...FILTERS].flatMap((name) =>
      params.get(name) && !dropped.includes(name) ? [[name, params.get(name) ?? '']] : [],
    );
    return `?${new URLSearchParams([...(to === NEW ? [] : [['status', to]]), ...kept])}`;
  };
  return (
    <Screen
      title={t('{status} orders', { status: shown?.text ?? '' })}
      heading={t('Orders')}
      actions={
        <>
          <ButtonLink to="/orders/new" label={t('New order')} className="px-4" />
          <SlipsLink to="/orders/slips" />
        </>
      }
    >
      <div className="flex flex-col gap-2 md:gap-4">
        <nav aria-label={t('Status')}>
          <ul className="panel flex flex-wrap gap-1 p-1">
            {VIEWS.map(({ view: to, text }) => (
              <li key={to} className="grow">
                <Link
                  to={address(to)}
                  aria-current={to === view ? 'page' : undefined}
                  className="tap w-full flex-col justify-center rounded-xl text-sm font-semibold text-muted hover:bg-sunken aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong md:flex-row md:gap-1 md:px-3"
                >
                  {text}{' '}
                  <span className="font-extrabold figures">
                    {counts && grouped(to === 'all' ? orderCount(counts) : counts[to])}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SearchForm label={t('Search orders')} basis="basis-32">
          <OrderFilters />
          <CheckBox
            aria-label={t('Select all')}
            label={<span className="max-md:sr-only">{t('Select all')}</span>}
            className="order-first gap-2 pl-2 whitespace-nowrap"
            checked={chosen.length > 0 && chosen.length === orders.length}
            onChange={({ target }) => setSelected(target.checked ? orders.map(({ order }) => order.id) : [])}
          />
        </SearchForm>
        <OrderList key={key} selected={selected} onSelect={setSelected}>
          {orders.length > 0 ? null : filters.length > 0 ? (
            <>
              {filters.length === 1
                ? t('No order is found with this filter.')
                : t('No order is found with these filters.')}{' '}
              <ButtonLink to={address(view, FILTERS)} label={t('Clear filters')} look="link" />
            </>
          ) : search === '' ? (
            shown?.empty
          ) : view === 'all' ? (
            t('No order begins with “{search}”: not its id, name, phone or e-mail.', { search })
          ) : (
            <>
              {t('No order that is {status} begins with “{search}”.', { status: STATUS_NAMES[view], search })}{' '}
              <ButtonLink to={address('all')} label={t('Search all orders')} look="link" />
            </>
          )}
        </OrderList>
      </div>
      <Pager next={next} />
      <SelectionBar selected={chosen} riders={choices.riders} onSelect={setSelected} />
    </Screen>
  );
}

function SlipsLink({ to }: { to: string }) {
  return (
    <Link to={to} className="btn btn-quiet px-3">
      <Printer className="size-5" />
      <span className="max-md:sr-only">{t('Packing slips')}</span>
    </Link>
  );
}

interface SelectionBarProps {
  riders: readonly Choice[];
  selected: readonly OperatorOrder[];
  /** These stay selected. */
  onSelect: (ids: readonly string[]) => void;
}

/** What can be done with all selected orders at once, and taken back. */
function SelectionBar({ selected, riders, onSelect }: SelectionBarProps) {
  const fetcher = useFetcher<OrderAnswer>();
  const done = [...doneOrders.use().values()].filter(({ together, isOver }) => together && !isOver);
  // Not while the list is loading: what was stored can be taken back at once.
  const isBusy = fetcher.state === 'submitting';
  const submit = async (orders: readonly Pick<OperatorOrder, 'id' | 'revision'>[], fields: Record<string, string>) => {
    const form = new URLSearchParams(fields);
    for (const { id, revision } of orders) {
      form.append('id', id);
      form.append('revision', String(revision));
    }
    if (!isBusy) await fetcher.submit(form, { method: 'post' });
  };
  const change = async (orders: readonly OperatorOrder[], fields: Record<string, string>) => {
    await submit(orders, fields);
    onSelect(selected.map(({ id }) => id).filter((id) => !doneOrders.get().has(id)));
  };
  if (selected.length === 0 && done.length === 0) return null;
  const packable = selected.filter(({ stage }) => stagesAfter(stage).includes('packed'));
  const deliverable = selected.filter(({ stage }) => stage !== 'to confirm');
  const left = selected.length - deliverable.length;
  const due = deliverable.reduce((sum, { totalCost }) => sum + totalCost, 0);
  return (
    <section aria-label={t('Selected orders')} className="bottom-bar">
      {done.length > 0 ? (
        <>
          <p className="mr-auto font-semibold" role="status">
            {t('{n} orders are {what}.', { n: done.length, what: told(done[0]?.what ?? '') })}
          </p>
          <Button
            label={isBusy ? t('Undo …') : t('Undo')}
            look="quiet"
            aria-disabled={isBusy}
            onClick={() => void submit(done, { intent: 'undo' })}
          />
        </>
      ) : (
        <>
          <p className="mr-auto font-semibold figures">{t('{n} selected', { n: selected.length })}</p>
          <Button
            label={isBusy ? t('Packed …') : t('Packed')}
            className="px-3"
            disabled={packable.length === 0}
            aria-disabled={isBusy}
            onClick={() => void change(packable, { intent: 'stage', stage: 'packed' })}
          />
          {riders.length > 0 ? (
            <select
              aria-label={t('Rider')}
              value=""
              disabled={isBusy}
              className="input w-24"
              onChange={({ target }) => void change(selected, { intent: 'rider', rider: target.value })}
            >
              <Options none={t('Rider')} of={riders} />
            </select>
          ) : null}
          <ConfirmButton
            label={t('Deliver')}
            look="quiet"
            className="px-3"
            disabled={deliverable.length === 0 || isBusy}
            title={t('Deliver {n} order?|Deliver {n} orders?', { n: deliverable.length })}
            text={
              <p>
                {t('{amount} is noted as to be collected.', { amount: formatTk(due) })}{' '}
                {left > 0 ? `${t('{left} to confirm: not delivered.', { left })} ` : ''}
                {t('You can undo it for {n} seconds.', { n: UNDO_MS / 1000 })}
              </p>
            }
            confirm={t('Deliver them')}
            confirmLook="primary"
            onConfirm={() => void change(deliverable, { intent: 'deliver' })}
          />
          <SlipsLink to={`/orders/slips?ids=${selected.map(({ id }) => id).join()}`} />
          <button type="button" className="btn btn-quiet px-3" onClick={() => onSelect([])}>
            <X className="size-5 md:hidden" />
            <span className="max-md:sr-only">{t('Clear')}</span>
          </button>
        </>
      )}
    </section>
  );
}
