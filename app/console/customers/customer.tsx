import { PIECE_COUNT } from '#messages';
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PhoneDues } from '../dues/phone-dues.tsx';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { pieces } from '../../../domain/orders/cart.ts';
import { OrderStatusBadge } from '../../components/order-status.tsx';
import { cursorOf } from '../../context.ts';
import { staffOf, act, actionOf } from '../context.ts';
import { formatMessage } from '../../../messages/format.ts';
import { say } from '../kit/say.tsx';
import { Time, Age, formatTk, Phone } from '../kit/values.tsx';
import { Mark, Panel, NothingHere, Screen } from '../kit/screen.tsx';
import { Notes, readRecord, Record } from './record.tsx';
import { Pager } from '../kit/list.tsx';
import type { AccountDetails } from '../../../server/accounts/admin.ts';
import { ConfirmButton } from '../kit/form.tsx';
import type { ReactNode } from 'react';
import { isPhoneLogin } from '../../../domain/accounts/account.ts';
import { TYPED_ADDRESS_FIELDS } from '../../../domain/accounts/address.ts';
import { localAddress } from '../../../messages/contact.ts';
import { capitalized } from '../../../base/text.ts';
import { chatWith } from '../../../messages/order-line.ts';
import { EmailText } from '../../components/email-text.tsx';
import { t, told } from '../../../messages/console/t.ts';

const PAGE_SIZE = 25;

type Chats = Readonly<Record<string, string | null>>;

/** Of an account, by its id, or of a phone. */
export async function loader(args: LoaderFunctionArgs) {
  const staff = await staffOf(args, 'customers');
  const { accounts, orders, notes, dues, shop } = staff.services;
  const id = args.params.id ?? '';
  const customer = await accounts.show(id);
  const person = customer ?? (await accounts.ofPhone(id));
  // Not an error's screen: an open one has just heard that the account was purged.
  if (!person) return data(null, { status: 404 });
  const userId = customer?.id ?? null;
  const phone = person.phone || (customer?.phones[0] ?? '');
  const [placed, record, noted, owed] = await Promise.all([
    orders.admin.list({ ...(userId ? { userId } : { phone }), after: cursorOf(args), limit: PAGE_SIZE }),
    readRecord(staff, { userId, phone }),
    notes.list({ account: id }),
    dues.show([phone, ...(customer?.phones ?? [])]),
  ]);
  const language = customer?.language ?? placed.orders[0]?.language ?? 'bn';
  const phones = [phone, ...(customer?.phones ?? [])];
  const chats = phones.map((one) => [one, chatWith(language, one, shop)] as const);
  const shown = { id, person, customer, ...placed, record, owed, notes: noted.ok ? noted.value.notes : [] };
  return data({ ...shown, chats: Object.fromEntries(chats) });
}

export const action = actionOf({
  purge: act('accounts.purge', {
    done: t('The account was purged.'),
    input: (_, { params: { id } }) => ({ id, scheduledFor: 0 }),
  }),
  forget: act('accounts.forget', {
    done: t('Their name, phone and address were deleted.'),
    input: (_, { params: { id } }) => ({ phone: id }),
  }),
});

export { keepRow as clientAction } from '../kit/answer.ts';

export default function Customer() {
  const found = useLoaderData<typeof loader>();
  if (!found) {
    return (
      <NothingHere title={t('No such customer')} to="/customers" link={t('Customers')}>
        {t('This account was purged, or never existed.')}
      </NothingHere>
    );
  }
  const { id, person, customer, chats, orders, next, record, owed, notes } = found;
  const { deletionRequestedAt: askedAt = null } = customer ?? {};
  return (
    <Screen
      title={person.name || customer?.email || person.phone}
      actions={askedAt ? <Mark text={t('deletion asked')} look="bad" /> : null}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]">
        <div className="flex flex-col gap-4">
          {customer ? <CustomerProfile customer={customer} chats={chats} /> : null}
          {'accounts' in person ? (
            <p className="flex flex-wrap items-center gap-x-4">
              <Phone number={person.phone} chat={chats[person.phone]} className="text-lg font-extrabold" />
              {person.accounts.map(({ userId, name }) => (
                <Link key={userId} to={`/customers/${userId}`} className="tap text-leaf underline">
                  {t('Account of {name}', { name })}
                </Link>
              ))}
            </p>
          ) : null}
          {owed.map((dues) => (
            <PhoneDues key={dues.phone} dues={dues} />
          ))}
          <Record record={record} />
          <Notes key={id} notes={notes} action={`/notes/account/${id}`} />
          {customer && askedAt ? <Purge customer={customer} askedAt={askedAt} /> : null}
          {customer ? null : (
            <ConfirmButton
              label={t('Delete who this is')}
              className="self-start"
              title={t('Delete their name, phone and address?')}
              text={t('What was sold stays in the figures. Nobody can bring it back.')}
              sends={{ intent: 'forget' }}
            />
          )}
        </div>
        <Panel heading={t('Orders')}>
          {orders.length === 0 ? <p className="text-muted">{t('No order yet.')}</p> : null}
          <ul className="rows">
            {orders.map(({ order, placedAt }) => (
              <li
                key={order.id}
                className="relative flex flex-wrap items-center gap-x-3 gap-y-1 py-2 hover:bg-sunken sm:flex-nowrap"
              >
                <Link
                  to={`/orders/${order.id}`}
                  className="font-semibold text-leaf figures after:absolute after:inset-0 hover:underline"
                >
                  {shortOrderId(order.id)}
                </Link>
                <OrderStatusBadge status={order.status} />
                <span className="ml-auto figures sm:order-last">{formatTk(order.totalCost)}</span>
                <span className="basis-full text-sm text-muted sm:basis-auto">
                  {formatMessage(PIECE_COUNT, { n: pieces(order.orderItems) })}, <Time at={placedAt} />
                  {order.source === 'phone' ? t(', by phone') : ''}
                  {order.source === 'guest' ? t(', without an account') : ''}
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

function Purge({ customer, askedAt }: { customer: AccountDetails; askedAt: Date }) {
  const { name, email, orders, pendingOrders } = customer;
  return (
    <Panel heading={t('Deletion')}>
      <p>
        {say('Asked for on {time} ({age}). The customer can still take it back.', {
          time: <Time at={askedAt} />,
          age: <Age at={askedAt} />,
        })}
      </p>
      <ConfirmButton
        label={t('Purge')}
        className="self-start"
        title={t('Purge {name}?', { name: name || email })}
        text={
          <>
            <p>
              {t(
                'The account goes, with its sessions, its picture and the personal data in its {n} order. What was sold stays in the figures. Nobody can bring it back.|The account goes, with its sessions, its picture and the personal data in its {n} orders. What was sold stays in the figures. Nobody can bring it back.',
                { n: orders },
              )}
            </p>
            {pendingOrders > 0 ? (
              <p className="mt-2 font-semibold text-danger">
                {t(
                  '{n} pending order loses the address. Deliver or cancel first.|{n} pending orders lose the address. Deliver or cancel first.',
                  { n: pendingOrders },
                )}
              </p>
            ) : null}
          </>
        }
        sends={{ intent: 'purge' }}
      />
    </Panel>
  );
}

/** `chats`: of each phone. */
function CustomerProfile({ customer, chats }: Record<'chats', Chats> & { customer: AccountDetails }) {
  const { email, phone, phones, gender, address, joinedAt, role } = customer;
  // A new account has a division before it has an address.
  const lines = TYPED_ADDRESS_FIELDS.some((field) => address[field]) ? localAddress(address) : [];
  return (
    <Panel heading={t('Profile')}>
      <dl>
        <Row term={t('Email')}>
          <a
            href={`${isPhoneLogin(email) ? 'tel' : 'mailto'}:${email}`}
            className="tap max-w-full wrap-anywhere text-leaf hover:underline"
          >
            <span>
              <EmailText email={email} />
            </span>
          </a>
        </Row>
        <Row term={t('Phone')}>
          {phone && phones.length === 0 ? <Phone number={phone} chat={chats[phone]} /> : null}
          {phones.map((one) => (
            <span key={one} className="flex flex-wrap items-center gap-x-3">
              <Phone number={one} chat={chats[one]} />
              <Link to={`/customers/${one}`} className="tap text-sm text-leaf underline">
                {t('All orders of this number')}
              </Link>
            </span>
          ))}
          {phone || phones.length > 0 ? null : '–'}
        </Row>
        <Row term={t('Address')}>
          <span className="whitespace-pre-line wrap-anywhere">{lines.join('\n') || '–'}</span>
        </Row>
        {gender ? <Row term={t('Gender')}>{told(capitalized(gender))}</Row> : null}
        <Row term={t('Joined')}>
          <Time at={joinedAt} />
        </Row>
        {role === 'user' ? null : <Row term={t('Role')}>{told(role)}</Row>}
      </dl>
    </Panel>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="min-w-18 py-3 text-sm text-muted">{term}</dt>
      <dd className="min-w-0 flex-1 basis-40 py-2 [&:has(a)]:py-0">{children}</dd>
    </div>
  );
}
