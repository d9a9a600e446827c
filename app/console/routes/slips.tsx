import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { NEW_ORDER } from '../../../domain/orders/order.ts';
import { cursorOf, formText } from '../../context.ts';
import { servicesFor } from '../context.ts';
import { Empty } from '../components/empty.tsx';
import { Pager } from '../components/pager.tsx';
import { Screen } from '../components/screen.tsx';
import { operatorAction } from '../operator-action.ts';
import { PackingSlip } from '../orders/packing-slip.tsx';
import { PrintControls } from '../orders/print-controls.tsx';
import { keepForm } from '../state/answer.ts';

const SLIPS = 50;

/** Of all pending orders, or of those with the `ids`; only what was not printed yet, unless `printed=yes`. */
export async function loader(args: LoaderFunctionArgs) {
  const { orders } = await servicesFor(args, 'orders');
  const params = args.url.searchParams;
  const ids = params.get('ids')?.split(',');
  const which = ids ? { ids } : { status: NEW_ORDER.status };
  const printed = params.get('printed') === 'yes' ? undefined : false;
  return orders.admin.list({ ...which, printed, oldestFirst: true, after: cursorOf(args), limit: SLIPS });
}

/** The slips of these orders are printed. */
export const action = operatorAction('orders', async ({ request }, { services }) => {
  await services.orders.admin.markPrinted(formText(await request.formData(), 'ids').split(','));
  return {};
});
export const clientAction = keepForm;

export default function Slips() {
  const loaded = useLoaderData<typeof loader>();
  const [params, setParams] = useSearchParams();
  // What is being printed stays, although it is printed then.
  const [printing, setPrinting] = useState<{ loaded: typeof loaded; of: string } | null>(null);
  const { orders, next } = printing?.of === params.toString() ? printing.loaded : loaded;
  // The box is checked at once; the address follows.
  const [asked, setAsked] = useState<{ printed: boolean; of: string } | null>(null);
  const withPrinted = params.get('printed') === 'yes';
  const ids = orders.map(({ order }) => order.id);
  return (
    <Screen
      title="Packing slips"
      actions={
        orders.length > 0 && (
          <PrintControls ids={ids} onPrint={() => setPrinting({ loaded: { orders, next }, of: params.toString() })} />
        )
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 print:hidden">
        <label className="tap gap-2">
          <input
            type="checkbox"
            className="size-5 accent-leaf"
            checked={asked?.of === params.toString() ? asked.printed : withPrinted}
            onChange={({ target }) => {
              setAsked({ printed: target.checked, of: params.toString() });
              const to = new URLSearchParams(params);
              to.delete('after');
              if (target.checked) to.set('printed', 'yes');
              else to.delete('printed');
              setParams(to);
            }}
          />
          Also printed ones
        </label>
        {orders.length > 0 ? (
          <p className="text-muted figures">
            {orders.length} {orders.length === 1 ? 'order' : 'orders'}
            {withPrinted ? '' : ' not printed yet'}. The oldest comes first.
          </p>
        ) : null}
      </div>
      {orders.length === 0 ? (
        <Empty>
          {withPrinted ? 'Nothing waits to be packed.' : 'No slip waits to be printed.'}{' '}
          <Link to="/orders" className="font-semibold text-leaf underline">
            Orders
          </Link>
        </Empty>
      ) : (
        <div className="screen:flex screen:flex-wrap screen:items-start screen:gap-4 screen:lg:[zoom:0.84]">
          {orders.map(({ order, placedAt }) => (
            <PackingSlip key={order.id} order={order} placedAt={placedAt} />
          ))}
        </div>
      )}
      <div className="print:hidden">
        <Pager next={next} />
      </div>
    </Screen>
  );
}
