import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { servicesFor } from '../context.ts';
import { cursorOf } from '../../context.ts';
import { CUSTOMER_COLUMNS, CustomerRow } from '../customers/customer-row.tsx';
import { Columns } from '../components/columns.tsx';
import { Empty } from '../components/empty.tsx';
import { Pager } from '../components/pager.tsx';
import { Screen } from '../components/screen.tsx';
import { SearchForm } from '../components/search-form.tsx';

const PAGE_SIZE = 50;

export async function loader(args: LoaderFunctionArgs) {
  const text = args.url.searchParams.get('q')?.trim() ?? '';
  const found = await (
    await servicesFor(args, 'customers')
  ).accounts.search({ text, after: cursorOf(args), limit: PAGE_SIZE });
  return { ...found, text };
}

export default function Customers() {
  const { accounts, next, text } = useLoaderData<typeof loader>();
  return (
    <Screen title="Customers">
      <SearchForm label="Search customers" />
      {accounts.length > 0 ? (
        <div className="panel overflow-hidden">
          <Columns
            names={['Customer', 'Phone', 'Orders', 'Joined']}
            className={`px-5 font-medium lg:grid ${CUSTOMER_COLUMNS}`}
          />
          <ul aria-label="Customers" className="rows">
            {accounts.map((customer) => (
              <CustomerRow key={customer.id} customer={customer} />
            ))}
          </ul>
        </div>
      ) : (
        <Empty>
          {text
            ? `No customer begins with “${text}”: not the name, the e-mail nor the phone.`
            : 'There is no customer yet. Whoever registers in the shop appears here.'}
        </Empty>
      )}
      <Pager next={next} />
    </Screen>
  );
}
