import { STATUS_NAMES } from '#messages';
import { type ReactNode, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import Printer from 'virtual:icons/printer';
import {
  isOrderStatus,
  NEW_ORDER,
  ORDER_STATUSES,
  orderCount,
  type OrderStatus,
} from '../../../domain/orders/order.ts';
import { capitalized } from '../../../base/text.ts';
import { cursorOf, servicesOf } from '../../context.ts';
import { changeOrder } from '../orders/change-order.ts';
import { Columns } from '../components/columns.tsx';
import { Empty } from '../components/empty.tsx';
import { grouped } from '../components/grouped.ts';
import { ORDER_COLUMNS, OrderRow } from '../orders/order-row.tsx';
import { Pager } from '../components/pager.tsx';
import { Screen } from '../components/screen.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { SteadyList } from '../orders/steady-list.tsx';
import { keepOrder } from '../orders/keep-order.ts';
import { reloadRefused } from '../state/answer.ts';
import { useRootData } from '../state/root-data.ts';

type View = OrderStatus | 'all';

const NEW = NEW_ORDER.status;

const VIEWS: readonly { view: View; text: string; empty: string }[] = [
  ...ORDER_STATUSES.map((view) => ({
    view,
    text: capitalized(STATUS_NAMES[view]),
    empty: view === NEW ? 'Nothing waits. A new order appears here by itself.' : `No order is ${STATUS_NAMES[view]}.`,
  })),
  { view: 'all', text: 'All', empty: 'There is no order yet. The first one appears here by itself.' },
];

export async function loader(args: LoaderFunctionArgs) {
  const params = args.url.searchParams;
  const asked = params.get('status');
  const view: View = asked === 'all' || isOrderStatus(asked) ? asked : NEW;
  const search = params.get('q')?.trim() ?? '';
  const status = view === 'all' ? {} : { status: view };
  const area = params.get('area') ?? '';
  const { orders, shop } = servicesOf(args);
  const page = await orders.admin.list({ after: cursorOf(args), search, area, ...status });
  const areas = shop.areas.get().map(({ id, name }) => ({ id, name }));
  return { ...page, view, search, area, areas, key: args.url.search, now: new Date() };
}

export const action = changeOrder;
export const clientAction = keepOrder;
export const shouldRevalidate = reloadRefused;

export default function Orders() {
  const { orders, view, search, area, areas, next, key } = useLoaderData<typeof loader>();
  const counts = useRootData()?.counts;
  const shown = VIEWS.find((one) => one.view === view);
  const address = (to: View): string => {
    const params = new URLSearchParams(to === NEW ? {} : { status: to });
    if (search) params.set('q', search);
    if (area) params.set('area', area);
    return `?${params}`;
  };
  return (
    <Screen
      title={`${shown?.text} orders`}
      heading="Orders"
      actions={
        <Link to="/orders/slips" className="btn btn-quiet">
          <Printer className="size-5" />
          Packing slips
        </Link>
      }
    >
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
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
        <div className={areas.length > 0 ? 'md:w-120' : 'md:w-72'}>
          <SearchForm label="Search orders" keep="status">
            {areas.length > 0 ? (
              <select
                key={area}
                name="area"
                defaultValue={area}
                aria-label="Area"
                className="input w-auto min-w-0 flex-1 basis-40"
              >
                <option value="">All areas</option>
                {areas.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            ) : null}
          </SearchForm>
        </div>
      </div>
      <OrderList key={key}>
        {orders.length > 0 ? null : search === '' ? (
          area === '' ? (
            shown?.empty
          ) : (
            'No such order goes to this area.'
          )
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
    </Screen>
  );
}

/** The orders of one view, or `children` when it has none. What comes while it is open is marked for a moment. */
function OrderList({ children }: { children: ReactNode }) {
  const { orders, now } = useLoaderData<typeof loader>();
  const [openedAt] = useState(now);
  // It stays in its place while its question is open.
  const [asked, setAsked] = useState<{ row: (typeof orders)[number]; at: number } | null>(null);
  const isGone = asked !== null && !orders.some(({ order }) => order.id === asked.row.order.id);
  const rows = isGone ? orders.toSpliced(asked.at, 0, asked.row) : orders;
  return (
    <div className={rows.length > 0 ? 'panel overflow-hidden' : ''}>
      {rows.length > 0 ? (
        <Columns
          names={['Order', 'Customer', 'Address', 'Total']}
          className={`${ORDER_COLUMNS} [&>:last-child]:text-right`}
        />
      ) : null}
      <SteadyList className="rows">
        {rows.map((row, at) => (
          <OrderRow
            key={row.order.id}
            {...row}
            isNew={row.placedAt > openedAt}
            isGone={isGone && row === asked.row}
            onAsk={(isOpen) => setAsked(isOpen ? { row, at } : null)}
          />
        ))}
        {children && !isGone ? <Empty>{children}</Empty> : null}
      </SteadyList>
    </div>
  );
}
