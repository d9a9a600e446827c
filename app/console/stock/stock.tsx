import { useState } from 'react';
import { type LoaderFunctionArgs, Link, useFetcher, useLoaderData } from 'react-router';
import { STOCK_MOVES, type Stocked } from '../../../domain/stock/stock.ts';
import { formatMeasure, formatNumber, productName } from '../../../messages/format.ts';
import { Thumbnail } from '../../components/picture.tsx';
import { cursorOf } from '../../context.ts';
import { randomKey } from '../../state/random-key.ts';
import { act, actionOf, servicesFor } from '../context.ts';
import type { Answer } from '../kit/answer.ts';
import { NumberField } from '../kit/fields.tsx';
import { ActionForm, Button, ButtonLink } from '../kit/form.tsx';
import { Empty, Pager } from '../kit/list.tsx';
import { Screen } from '../kit/screen.tsx';
import { t, told } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { stock, shop } = await servicesFor(args, 'products');
  return { ...(await stock.list({ after: cursorOf(args) })), low: shop.settings().lowStock };
}

/** Also of the screen of one product. */
export const action = actionOf(
  act('stock.move', {
    done: ({ name, stock }) => ({ done: t('{name}: {stock} in stock.', { name, stock: stock ?? 0 }) }),
    input(form, { params }) {
      const { intent: move, ...fields } = Object.fromEntries(form);
      return { ...fields, ...params, move };
    },
  }),
);

export { keepForm as clientAction } from '../kit/answer.ts';

export default function Stock() {
  const { products, next, low } = useLoaderData<typeof loader>();
  return (
    <Screen title={t('Stock')} actions={<ButtonLink to="/stock/csv" download label={t('Export')} />}>
      {products.length === 0 ? (
        <Empty>{t('Nothing is counted. A product is counted from the first number in its field “In stock” on.')}</Empty>
      ) : (
        <ul className="panel rows" aria-label={t('Stock')}>
          {products.map((product) => (
            <li
              key={product.id}
              aria-label={productName(product)}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2"
            >
              <Thumbnail
                imgUrl={product.image}
                category={product.category}
                sizes="48px"
                className="size-12 rounded-xl"
              />
              <div className="min-w-0 flex-1 basis-32">
                <Link to={`/stock/${product.id}`} translate="no" className="font-semibold break-words hover:underline">
                  {productName(product)}
                </Link>
                <p className="text-sm text-muted">{formatMeasure(product)}</p>
              </div>
              <p className={`text-lg font-semibold figures ${product.stock <= low ? 'text-clay' : ''}`}>
                {formatNumber(product.stock)}
              </p>
              <StockForm product={product} />
            </li>
          ))}
        </ul>
      )}
      <Pager next={next} />
    </Screen>
  );
}

interface StockFormProps {
  product: Pick<Stocked, 'id' | 'name'> & { stock: number | null };
}

/** `Count` is told what was seen, so that what is sold meanwhile stays sold. What is pressed twice moves once. */
export function StockForm({ product: { id, name, stock } }: StockFormProps) {
  const fetcher = useFetcher<Answer>();
  const { data } = fetcher;
  const [{ key, after }, setKey] = useState({ key: randomKey(), after: data });
  if (data !== after) setKey({ key: data?.done ? randomKey() : key, after: data });
  return (
    <ActionForm
      fetcher={fetcher}
      fields={{ id, key, ...(stock !== null && { seen: String(stock) }) }}
      className="flex w-full flex-wrap items-end gap-1 sm:w-auto"
      aria-label={t('Stock of {name}', { name })}
    >
      <NumberField label={t('Pieces')} name="pieces" unit={told('pcs')} frame="w-20" inputMode="numeric" />
      {Object.entries(STOCK_MOVES).map(([move, label]) =>
        stock === null && move !== 'count' ? null : (
          <Button key={move} look="quiet" intent={move} label={told(label)} className="px-2!" />
        ),
      )}
    </ActionForm>
  );
}
