import { useRef, useState } from 'react';
import { Link, useFetcher } from 'react-router';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { MAX_DISCOUNT, MAX_PRICE_TK } from '../../../domain/catalogue/money.ts';
import { Picture } from '../../components/picture.tsx';
import { formatMeasure } from '../../../messages/format.ts';
import { useAnswerToast } from '../state/answer.ts';
import { useDraft } from '../state/draft.ts';
import { type ProductAnswer, valuesOf } from '../state/product-values.ts';
import { useRight } from '../state/root-data.ts';
import { Button } from '../components/button.tsx';
import { AvailableBox } from './available-box.tsx';
import { FieldNotes, NumberField } from './number-field.tsx';

export const ROW_COLUMNS = 'lg:grid-cols-[minmax(0,1fr)_8.5rem_7rem_7rem_5.5rem] lg:gap-x-4';

const NAME = 'tap py-1 leading-5 font-semibold break-words [overflow-wrap:anywhere]';

interface ProductRowProps {
  product: Required<CatalogueRow>;
  /** Of `Save all`, or of the page itself when it came without scripts. */
  pageAnswer: ProductAnswer | undefined;
}

export function ProductRow({ product, pageAnswer }: ProductRowProps) {
  const fetcher = useFetcher<ProductAnswer>();
  // An error stands in the row.
  useAnswerToast({ state: fetcher.state, data: fetcher.data?.error === undefined ? fetcher.data : undefined });
  const form = useRef<HTMLFormElement>(null);
  const answer = useLatest(fetcher.state === 'idle' ? fetcher.data : undefined, pageAnswer);
  const draft = useDraft(valuesOf(product, ['price', 'discount', 'available']), answer, form);
  const { id, name, image } = product;
  const edits = useRight('products');
  const newer = (column: 'price' | 'discount' | 'available'): string | null => {
    const value = draft.newerOf(column);
    return value === null ? null : `Now ${value}`;
  };
  const number = (name: 'price' | 'discount') => ({
    name,
    value: draft.valueOf(name),
    onChange: (event: { currentTarget: { value: string } }) => draft.change(name, event.currentTarget.value),
    error: answer?.errors?.[name],
    note: newer(name),
    inColumn: true,
  });
  return (
    <li aria-label={name} data-changed={draft.changed || undefined} className="p-3 lg:px-4 lg:py-2">
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        className={`grid grid-cols-2 items-end gap-x-3 gap-y-2 lg:items-start ${ROW_COLUMNS}`}
      >
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="base" value={JSON.stringify(draft.base)} />
        <div className="col-span-2 flex min-w-0 items-center gap-3 lg:col-span-1">
          <span className="size-12 shrink-0 overflow-hidden rounded-xl bg-tint">
            <Picture imgUrl={image} alt="" thumbnail sizes="48px" className="size-full object-cover" />
          </span>
          <div className="min-w-0">
            {edits ? (
              <Link to={`/products/${id}`} className={`${NAME} hover:underline`}>
                {name}
              </Link>
            ) : (
              <p className={NAME}>{name}</p>
            )}
            <p className="-mt-2 text-sm text-muted">{formatMeasure(product)}</p>
          </div>
        </div>
        {edits ? (
          <>
            <NumberField label="Price" unit="Tk" min={0.01} max={MAX_PRICE_TK} {...number('price')} />
            <NumberField label="Discount" unit="%" min={0} max={MAX_DISCOUNT} {...number('discount')} />
          </>
        ) : (
          <>
            <p className="self-center text-muted figures">Tk {product.price}</p>
            <p className="self-center text-muted figures">{product.discount} %</p>
          </>
        )}
        <div>
          <AvailableBox draft={draft} />
          <FieldNotes id={`${id}-available`} error={answer?.errors?.available} note={newer('available')} />
        </div>
        <Button look={draft.changed ? 'primary' : 'quiet'} label="Save" className="w-full" />
        {answer?.error ? (
          <p role="alert" className="col-span-full text-sm font-medium text-danger">
            {answer.error}
          </p>
        ) : null}
      </fetcher.Form>
    </li>
  );
}

/** The answer that has changed last. */
function useLatest<T>(own: T, others: T): T {
  const [seen, setSeen] = useState({ own, others, latest: own ?? others });
  if (seen.own === own && seen.others === others) return seen.latest;
  const latest = seen.own === own ? others : own;
  setSeen({ own, others, latest });
  return latest;
}
