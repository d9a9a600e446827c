import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { cursorOf, servicesOf } from '../../context.ts';
import { Empty } from '../components/empty.tsx';
import { PackingSlip } from '../orders/packing-slip.tsx';
import { Pager } from '../components/pager.tsx';
import { PrintControls } from '../orders/print-controls.tsx';
import { Screen } from '../components/screen.tsx';
import { useRootData } from '../state/root-data.ts';

const SLIPS = 50;

export async function loader(args: LoaderFunctionArgs) {
  const { orders } = servicesOf(args);
  return orders.admin.list({ status: 'pending', oldestFirst: true, after: cursorOf(args), limit: SLIPS });
}

export default function Slips() {
  const { orders, next } = useLoaderData<typeof loader>();
  const pending = useRootData()?.counts?.pending;
  if (orders.length === 0) {
    return (
      <Screen title="Packing slips">
        <Empty>
          Nothing waits to be packed.{' '}
          <Link to="/orders" className="font-semibold text-leaf underline">
            Orders
          </Link>
        </Empty>
      </Screen>
    );
  }
  return (
    <Screen title="Packing slips" actions={<PrintControls />}>
      <p className="text-muted figures print:hidden">
        {orders.length === pending
          ? `All pending orders: ${pending}. The oldest comes first.`
          : `${orders.length} of ${pending} pending orders. The oldest come first.`}
      </p>
      <div className="screen:flex screen:flex-wrap screen:items-start screen:gap-4 screen:lg:[zoom:0.84]">
        {orders.map(({ order, placedAt }) => (
          <PackingSlip key={order.id} order={order} placedAt={placedAt} />
        ))}
      </div>
      <div className="print:hidden">
        <Pager next={next} />
      </div>
    </Screen>
  );
}
