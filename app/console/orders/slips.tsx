import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { cursorOf } from '../../context.ts';
import { act, actionOf, servicesFor } from '../context.ts';
import { CheckBox } from '../kit/fields.tsx';
import { ButtonLink } from '../kit/form.tsx';
import { Empty, FilterForm, Pager } from '../kit/list.tsx';
import { Screen } from '../kit/screen.tsx';
import { PackingSlip, PrintControls } from './packing-slip.tsx';
import { t } from '../../../messages/console/t.ts';

const SLIPS = 50;

/** Of all open orders, or of those with the `ids`; only what was not printed yet, unless `printed=yes`. */
export async function loader(args: LoaderFunctionArgs) {
  const { orders } = await servicesFor(args, 'orders');
  const params = args.url.searchParams;
  const ids = params.get('ids')?.split(',');
  const which = ids ? { ids } : { open: true };
  const printed = params.get('printed') === 'yes' ? undefined : false;
  return orders.admin.list({ ...which, printed, oldestFirst: true, after: cursorOf(args), limit: SLIPS });
}

/** The slips of these orders are printed. */
export const action = actionOf(act('orders.printed'));
export { keepForm as clientAction } from '../kit/answer.ts';

export default function Slips() {
  const loaded = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  // What is being printed stays, although it is printed then.
  const [printing, setPrinting] = useState<{ loaded: typeof loaded; of: string } | null>(null);
  const { orders, next } = printing?.of === params.toString() ? printing.loaded : loaded;
  const withPrinted = params.get('printed') === 'yes';
  const ids = orders.map(({ order }) => order.id);
  return (
    <Screen
      title={t('Packing slips')}
      actions={
        orders.length > 0 && (
          <PrintControls ids={ids} onPrint={() => setPrinting({ loaded: { orders, next }, of: params.toString() })} />
        )
      }
    >
      <FilterForm className="flex flex-wrap items-center gap-x-4 print:hidden">
        {params.has('ids') ? <input type="hidden" name="ids" value={params.get('ids') ?? ''} /> : null}
        <CheckBox
          name="printed"
          value="yes"
          label={t('Also printed ones')}
          className="gap-2"
          defaultChecked={withPrinted}
        />
        {orders.length > 0 ? (
          <p className="text-muted figures">
            {withPrinted
              ? t('{n} order. The oldest comes first.|{n} orders. The oldest comes first.', { n: orders.length })
              : t(
                  '{n} order not printed yet. The oldest comes first.|{n} orders not printed yet. The oldest comes first.',
                  {
                    n: orders.length,
                  },
                )}
          </p>
        ) : null}
      </FilterForm>
      {orders.length === 0 ? (
        <Empty>
          {withPrinted ? t('Nothing waits to be packed.') : t('No slip waits to be printed.')}{' '}
          <ButtonLink to="/orders" label={t('Orders')} look="link" />
        </Empty>
      ) : (
        <div className="screen:flex screen:flex-wrap screen:items-start screen:gap-4 screen:lg:[zoom:0.84]">
          {orders.map(({ order, placedAt }) => (
            <PackingSlip key={order.id} order={order} placedAt={placedAt} />
          ))}
        </div>
      )}
      <Pager next={next} />
    </Screen>
  );
}
