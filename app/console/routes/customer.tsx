import { PIECE_COUNT } from '#messages';
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { pieces } from '../../../domain/orders/quantity.ts';
import { OrderStatusBadge } from '../../components/order-status.tsx';
import { cursorOf, formText } from '../../context.ts';
import { staffOf } from '../context.ts';
import { formatMessage, formatPrice } from '../../../messages/format.ts';
import { Time } from '../components/age.tsx';
import { CustomerProfile } from '../customers/customer-profile.tsx';
import { DeletionMark } from '../customers/deletion-mark.tsx';
import { readRecord } from '../customers/read-record.ts';
import { Record } from '../customers/record.tsx';
import { Notes } from '../components/notes.tsx';
import { Pager } from '../components/pager.tsx';
import { Panel } from '../components/panel.tsx';
import { Purge } from '../customers/purge.tsx';
import { NothingHere } from '../components/nothing-here.tsx';
import { Screen } from '../components/screen.tsx';
import { operatorAction, refuse } from '../operator-action.ts';
import { keepRow } from '../state/answer.ts';

const PAGE_SIZE = 25;

export async function loader(args: LoaderFunctionArgs) {
  const staff = await staffOf(args, 'customers');
  const { accounts, orders, notes } = staff.services;
  const userId = args.params.id ?? '';
  const customer = await accounts.show(userId);
  // Not an error's screen: an open one has just heard that the account was purged.
  if (!customer) return data({ customer: null, orders: [], next: null, notes: [], record: null }, { status: 404 });
  const { orders: placed, next } = await orders.admin.list({ userId, after: cursorOf(args), limit: PAGE_SIZE });
  const shown = placed.map(({ order: { id, status, totalCost, orderItems }, placedAt }) => ({
    id,
    status,
    totalCost,
    placedAt,
    pieces: pieces(orderItems),
  }));
  const record = await readRecord(staff, userId, customer.phone || (placed[0]?.order.shippingInfo.phone ?? ''));
  return data({ customer, orders: shown, next, record, notes: (await notes.list({ account: userId })) ?? [] });
}

export const action = operatorAction('customers', async (args, { by, services }) => {
  if (formText(await args.request.formData(), 'intent') !== 'purge') return refuse(args, 400);
  const { kind } = await services.accounts.purge(args.params.id ?? '', 0, by);
  if (kind === 'purged') return { done: 'The account was purged.' };
  if (kind === 'unknown') return refuse(args, 409, 'The account is gone already.');
  return refuse(args, 409, 'The customer has taken the deletion back. Nothing was purged.');
});

export const clientAction = keepRow;

export default function Customer() {
  const { customer, orders, next, record, notes } = useLoaderData<typeof loader>();
  if (!customer) {
    return (
      <NothingHere title="No such customer" to="/customers" link="Customers">
        This account was purged, or never existed.
      </NothingHere>
    );
  }
  const { name, email, deletionRequestedAt } = customer;
  return (
    <Screen title={name || email} actions={deletionRequestedAt ? <DeletionMark /> : null}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]">
        <div className="flex flex-col gap-4">
          <CustomerProfile customer={customer} />
          {record ? <Record record={record} /> : null}
          <Notes key={customer.id} notes={notes} of="account" id={customer.id} />
          {deletionRequestedAt ? <Purge customer={customer} askedAt={deletionRequestedAt} /> : null}
        </div>
        <Panel heading="Orders">
          {orders.length === 0 ? <p className="text-muted">No order yet.</p> : null}
          <ul className="rows">
            {orders.map(({ id, status, totalCost, placedAt, pieces: n }) => (
              <li
                key={id}
                className="relative flex flex-wrap items-center gap-x-3 gap-y-0.5 py-2.5 hover:bg-sunken sm:flex-nowrap"
              >
                <Link
                  to={`/orders/${id}`}
                  className="font-semibold text-leaf figures after:absolute after:inset-0 hover:underline"
                >
                  {shortOrderId(id)}
                </Link>
                <OrderStatusBadge status={status} />
                <span className="ml-auto figures sm:order-last">{formatPrice(formatAmount(totalCost))}</span>
                <span className="basis-full text-sm text-muted sm:basis-auto">
                  {formatMessage(PIECE_COUNT, { n })}, <Time at={placedAt} />
                </span>
              </li>
            ))}
          </ul>
          <Pager next={next} />
        </Panel>
      </div>
    </Screen>
  );
}
