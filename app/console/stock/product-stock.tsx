import { data, type LoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { CHANGES, type ChangeName } from '../../../domain/orders/changes.ts';
import { shortOrderId } from '../../../domain/orders/order.ts';
import type { Movement } from '../../../domain/stock/stock.ts';
import { capitalized } from '../../../base/text.ts';
import { servicesFor } from '../context.ts';
import { ButtonLink } from '../kit/form.tsx';
import { Empty } from '../kit/list.tsx';
import { NothingHere, Panel, Screen } from '../kit/screen.tsx';
import { Time } from '../kit/values.tsx';
import { actorName } from '../log/change-sentence.ts';
import { StockForm } from './stock.tsx';
import { formatNumber } from '../../../messages/format.ts';
import { t, told } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { stock } = await servicesFor(args, 'products');
  const shown = await stock.show(args.params.id ?? '');
  return data(shown.ok ? shown.value : null, { status: shown.ok ? 200 : shown.status });
}

export { action, clientAction } from './stock.tsx';

export default function ProductStock() {
  const shown = useLoaderData<typeof loader>();
  if (!shown) {
    return (
      <NothingHere title={t('Product not found')} to="/stock" link={t('Stock')}>
        {t('It may have been removed.')}
      </NothingHere>
    );
  }
  const { product, movements } = shown;
  return (
    <Screen title={product.name} actions={<ButtonLink to={`/products/${product.id}`} label={t('Product')} />}>
      <Panel heading={product.stock === null ? t('Not counted') : t('{stock} in stock', { stock: product.stock })}>
        <StockForm product={product} />
      </Panel>
      {movements.length === 0 ? (
        <Empty>{t('Nothing has come or gone yet.')}</Empty>
      ) : (
        <ul className="panel rows" aria-label={t('Movements')}>
          {movements.map((moved) => (
            <li key={moved.id} className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-2">
              <span className="text-right font-semibold figures">
                {formatNumber(moved.delta > 0 ? `+${moved.delta}` : moved.delta)}
              </span>
              <span className="break-words">
                <What {...moved} />
                <span className="block text-sm text-muted">
                  <Time at={moved.at} />
                </span>
              </span>
              <span className="text-muted figures">{formatNumber(moved.after ?? '–')}</span>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

function What({ kind, order, by, reason }: Movement) {
  if (kind !== 'order')
    return [told(capitalized(kind)), told(reason), by === null ? '' : actorName(by)].filter(Boolean).join(', ');
  const entry = reason in CHANGES ? told(CHANGES[reason as ChangeName].summary) : told(reason);
  return (
    <>
      {order === null ? (
        t('An order')
      ) : (
        <Link to={`/orders/${order}`} className="underline">
          {t('Order {order}', { order: shortOrderId(order) })}
        </Link>
      )}
      {`: ${entry}`}
    </>
  );
}
