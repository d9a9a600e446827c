import { STATUS_NAMES } from '#messages';
import { type ReactNode, useState } from 'react';
import { data, Link, type LoaderFunctionArgs, redirect, useLoaderData, useFetchers } from 'react-router';
import Printer from 'virtual:icons/printer';
import { dayInDhaka } from '../../../base/dates.ts';
import { capitalized } from '../../../base/text.ts';
import { isOpen, NEW_ORDER, ORDER_STATUSES, orderCount, type OrderStatus } from '../../../domain/orders/order.ts';
import { FILTERS, PENDING_FILTERS, readOrderFilters } from '../../../domain/orders/order-filters.ts';
import { cursorOf } from '../../context.ts';
import { servicesFor } from '../context.ts';
import { Columns } from '../components/columns.tsx';
import { Empty } from '../components/empty.tsx';
import { grouped } from '../components/grouped.ts';
import { Pager } from '../components/pager.tsx';
import { Screen } from '../components/screen.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { changeOrder } from '../orders/change-order.ts';
import { keepOrder } from '../orders/keep-order.ts';
import { OrderFilters } from '../orders/order-filters.tsx';
import { ORDER_COLUMNS, OrderRow } from '../orders/order-row.tsx';
import { SelectionBar } from '../orders/selection-bar.tsx';
import { SteadyList } from '../orders/steady-list.tsx';
import { reloadRefused } from '../state/answer.ts';
import { useRootData } from '../state/root-data.ts';
import type { AdminOrder } from '../../../server/orders/admin.ts';
import { doneOrders } from '../state/done-orders.ts';

type View = OrderStatus | 'all';

const NEW = NEW_ORDER.status;
/** Orders on one page: what a shop packs in a morning. */
const PAGE_SIZE = 50;
const NEWEST_FIRST = 'newestFirst=yes';

const VIEWS: readonly { view: View; text: string; empty: string }[] = [
  ...ORDER_STATUSES.map((view) => ({
    view,
    text: capitalized(STATUS_NAMES[view]),
    empty: view === NEW ? 'Nothing waits. A new order appears here by itself.' : `No order is ${STATUS_NAMES[view]}.`,
  })),
  { view: 'all', text: 'All', empty: 'There is no order yet. The first one appears here by itself.' },
];

/** The sort of the pending orders is remembered in a cookie, so that the list opens as it was; the other orders come newest first. */
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
  const filters = readOrderFilters(params);
  if ('fault' in filters) throw data({ detail: filters.fault }, { status: 400 });
  const search = params.get('q')?.trim() ?? '';
  const oldestFirst = view === NEW && sort !== 'newest';
  const [page, staff, pending] = await Promise.all([
    orders.admin.list({ ...filters, oldestFirst, search, after: cursorOf(args), limit: PAGE_SIZE }),
    riders.list(),
    orders.admin.pendingChoices(),
  ]);
  const choice = ({ id, name }: { id: string; name: string }) => [id, name] as const;
  const choices = {
    areas: shop.areas.get().map(choice),
    riders: staff.map(choice),
    days: pending.days,
    products: pending.products.map(choice),
  };
  const now = new Date();
  const remember = `${NEWEST_FIRST}; Path=/operator; SameSite=Lax; HttpOnly; Max-Age=${sort === 'newest' ? 31_536_000 : 0}`;
  return data(
    { ...page, choices, view, search, now, today: dayInDhaka(now), key: args.url.search },
    { headers: sort ? { 'Set-Cookie': remember } : {} },
  );
}

export const action = changeOrder;
export const clientAction = keepOrder;
export const shouldRevalidate = reloadRefused;

export default function Orders() {
  const { orders, choices, view, search, next, key, today } = useLoaderData<typeof loader>();
  const counts = useRootData()?.counts;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = orders.flatMap(({ order }) => (selected.has(order.id) && isOpen(order.status) ? order : []));
  const shown = VIEWS.find((one) => one.view === view);
  const params = new URLSearchParams(key);
  const filters = FILTERS.filter((name) => params.get(name));
  const address = (to: View, dropped: readonly string[] = to === NEW ? [] : PENDING_FILTERS): string => {
    const kept = ['q', ...FILTERS].flatMap((name) =>
      params.get(name) && !dropped.includes(name) ? [[name, params.get(name) ?? '']] : [],
    );
    return `?${new URLSearchParams([...(to === NEW ? [] : [['status', to]]), ...kept])}`;
  };
  return (
    <Screen
      title={`${shown?.text} orders`}
      heading="Orders"
      actions={
        <>
          <Link to="/orders/new" className="btn btn-primary px-4">
            New order
          </Link>
          <Link to="/orders/slips" className="btn btn-quiet px-4">
            <Printer className="size-5" />
            <span className="max-md:sr-only">Packing slips</span>
          </Link>
        </>
      }
    >
      <nav aria-label="Status">
        <ul className="panel grid auto-cols-fr grid-flow-col gap-1 p-1">
          {VIEWS.map(({ view: to, text }) => (
            <li key={to}>
              <Link
                to={address(to)}
                aria-current={to === view ? 'page' : undefined}
                className="tap w-full flex-col justify-center rounded-xl text-sm leading-5 font-medium text-muted hover:bg-sunken aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong md:flex-row md:gap-1.5 md:px-3"
              >
                {text}{' '}
                <span className="font-bold figures">
                  {counts && grouped(to === 'all' ? orderCount(counts) : counts[to])}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SearchForm label="Search orders" basis="basis-32">
        <OrderFilters choices={choices} today={today} />
        <label className="tap order-first gap-2 pl-2.5 whitespace-nowrap">
          <input
            type="checkbox"
            aria-label="Select all"
            className="size-5 accent-leaf"
            checked={chosen.length > 0 && chosen.length === orders.length}
            onChange={({ target }) => setSelected(new Set(target.checked ? orders.map(({ order }) => order.id) : []))}
          />
          <span className="max-md:sr-only">Select all</span>
        </label>
      </SearchForm>
      <OrderList key={key} selected={selected} onSelect={setSelected}>
        {orders.length > 0 ? null : filters.length > 0 ? (
          <>
            No order is found with {filters.length === 1 ? 'this filter' : 'these filters'}.{' '}
            <Link to={address(view, FILTERS)} className="font-semibold text-leaf underline">
              Clear filters
            </Link>
          </>
        ) : search === '' ? (
          shown?.empty
        ) : view === 'all' ? (
          `No order begins with “${search}”: not its id, name, phone or e-mail.`
        ) : (
          <>
            No order that is {STATUS_NAMES[view]} begins with “{search}”.{' '}
            <Link to={address('all')} className="font-semibold text-leaf underline">
              Search all orders
            </Link>
          </>
        )}
      </OrderList>
      <Pager next={next} />
      <SelectionBar selected={chosen} riders={choices.riders} onSelect={(ids) => setSelected(new Set(ids))} />
    </Screen>
  );
}

interface OrderListProps {
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  children: ReactNode;
}

/** The orders of one view, or `children` when it has none. What comes while it is open is marked for a moment. */
function OrderList({ selected, onSelect, children }: OrderListProps) {
  const { orders, choices, now, today } = useLoaderData<typeof loader>();
  const [openedAt] = useState(now);
  const [isAsked, setIsAsked] = useState(false);
  const rows = useSteadyRows(orders, isAsked);
  const riders = new Map(choices.riders);
  return (
    <div className={rows.length > 0 ? 'panel overflow-hidden' : ''}>
      {rows.length > 0 ? (
        <Columns
          names={['', 'Order', 'Customer', 'Address', 'Total']}
          className={`md:grid ${ORDER_COLUMNS} [&>:last-child]:text-right`}
        />
      ) : null}
      <SteadyList className="rows">
        {rows.map(({ row, isGone }) => (
          <OrderRow
            key={row.order.id}
            {...row}
            today={today}
            rider={riders.get(row.order.rider ?? '')}
            isNew={row.placedAt > openedAt}
            isGone={isGone}
            isSelected={selected.has(row.order.id)}
            onSelect={(isSelected) => {
              const others = [...selected].filter((id) => id !== row.order.id);
              onSelect(new Set(isSelected ? [...others, row.order.id] : others));
            }}
            onAsk={setIsAsked}
          />
        ))}
        {children && rows.length === 0 ? <Empty>{children}</Empty> : null}
      </SteadyList>
    </div>
  );
}

/**
 * The rows of a list that changes by itself. While something is being done or can be undone, or a question `isAsked`, no row leaves or
 * moves: new ones come at the end, and what was done stays as it was. `isGone`: it has left the list meanwhile.
 */
function useSteadyRows<Row extends AdminOrder>(rows: readonly Row[], isAsked: boolean) {
  const done = doneOrders.use();
  const isHeld = useFetchers().length > 0 || done.size > 0 || isAsked;
  const [shown, setShown] = useState(rows);
  const now = new Map(rows.map((row) => [row.order.id, row]));
  const known = new Set(shown.map(({ order }) => order.id));
  const next = isHeld
    ? [
        ...shown.map((row) => (done.has(row.order.id) ? row : (now.get(row.order.id) ?? row))),
        ...rows.filter(({ order }) => !known.has(order.id)),
      ]
    : rows;
  if (next.length !== shown.length || next.some((row, at) => row !== shown[at])) setShown(next);
  return next.map((row) => ({ row, isGone: !now.has(row.order.id) && !done.has(row.order.id) }));
}
