import { type LoaderFunctionArgs, useLoaderData, Link } from 'react-router';
import { servicesFor } from '../context.ts';
import { cursorOf } from '../../context.ts';
import { Columns, Empty, Pager, SearchForm } from '../kit/list.tsx';
import { Mark, Screen } from '../kit/screen.tsx';
import type { FoundCustomer } from '../../../server/accounts/admin.ts';
import { chatWith } from '../../../messages/order-line.ts';
import { EmailText } from '../../components/email-text.tsx';
import { Day, Phone } from '../kit/values.tsx';
import { CUSTOMER_ROLE } from '../../../domain/accounts/account.ts';
import { t, told } from '../../../messages/console/t.ts';

const PAGE_SIZE = 50;

export async function loader(args: LoaderFunctionArgs) {
  const text = args.url.searchParams.get('q')?.trim() ?? '';
  const { accounts, shop } = await servicesFor(args, 'customers');
  const { customers, next } = await accounts.search({ text, after: cursorOf(args), limit: PAGE_SIZE });
  const withChats = customers.map((one) => Object.assign(one, { chat: chatWith(one.language, one.phone, shop) }));
  return { customers: withChats, next, text };
}

export default function Customers() {
  const { customers, next, text } = useLoaderData<typeof loader>();
  return (
    <Screen title={t('Customers')}>
      <SearchForm label={t('Search customers')} />
      {customers.length > 0 ? (
        <div className="panel overflow-hidden">
          <Columns
            names={[t('Customer'), t('Phone'), t('Orders'), t('Joined')]}
            className={`px-4 font-semibold lg:grid ${CUSTOMER_COLUMNS}`}
          />
          <ul aria-label={t('Customers')} className="rows">
            {customers.map((customer) => (
              <CustomerRow key={customer.id} customer={customer} />
            ))}
          </ul>
        </div>
      ) : (
        <Empty>
          {text
            ? t('No customer is found with “{text}”: not by name, phone, e-mail, house, street or area.', { text })
            : t('There is no customer yet. Whoever registers or orders appears here.')}
        </Empty>
      )}
      <Pager next={next} />
    </Screen>
  );
}

const CUSTOMER_COLUMNS =
  'lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,2fr)] lg:items-center lg:gap-4';

function CustomerRow({ customer }: { customer: FoundCustomer & { chat: string | null } }) {
  const { id, name, email, phone, chat, orders, pendingOrders, joinedAt, deletionRequestedAt, role, blocked } =
    customer;
  return (
    <li className={`relative grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken lg:px-4 lg:py-2 ${CUSTOMER_COLUMNS}`}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={`/customers/${id}`}
            className="min-w-0 font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline"
          >
            {name || email || phone}
          </Link>
          {role === CUSTOMER_ROLE ? null : <Mark text={told(role)} look="bad" />}
          {blocked ? <Mark text={t('blocked')} look="bad" /> : null}
          {deletionRequestedAt ? <Mark text={t('deletion asked')} look="bad" /> : null}
        </p>
        {name && email ? (
          <p className="text-sm wrap-anywhere text-muted">
            <EmailText email={email} />
          </p>
        ) : null}
      </div>
      <p className={phone ? 'relative -my-2 flex flex-wrap gap-x-4 lg:my-0' : 'hidden lg:block'}>
        {phone ? <Phone number={phone} chat={chat} /> : <span className="text-muted">–</span>}
      </p>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted lg:contents">
        <p className="figures lg:text-base">
          {t('{n} order|{n} orders', { n: orders })}
          {pendingOrders > 0 ? (
            <>
              , <span className="font-semibold text-clay">{t('{pendingOrders} pending', { pendingOrders })}</span>
            </>
          ) : null}
        </p>
        <p className="lg:text-base">
          <span className="lg:hidden">{t('since')} </span>
          <Day at={joinedAt} />
        </p>
      </div>
    </li>
  );
}
