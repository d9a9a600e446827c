import { useEffect, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, useActionData, useFetcher, useLoaderData, useSearchParams } from 'react-router';
import { actionOf, servicesFor } from '../context.ts';
import { formText } from '../../context.ts';
import { Button } from '../kit/form.tsx';
import { AvailableBox, CategoryOptions, ProductField, valuesOf } from './product-field.tsx';
import { Columns, Empty, Pager, SearchForm } from '../kit/list.tsx';
import { CheckBox, type DraftAnswer, ErrorText, Note, useDraft } from '../kit/fields.tsx';
import { Screen, useRight } from '../kit/screen.tsx';
import { saveProduct, saveProducts } from './save-product.ts';
import { keepForm, reloadRefused, useAnswerToast } from '../kit/answer.ts';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { FieldErrors } from '../../components/field.tsx';
import { Picture } from '../../components/picture.tsx';
import { formatMeasure } from '../../../messages/format.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = args.url;
  const category = searchParams.get('category');
  const { catalogue, categories } = await servicesFor(args, 'availability');
  return catalogue.find({
    text: searchParams.get('q') ?? '',
    category: categories.all().some(({ id }) => id === category) ? category : null,
    unavailable: searchParams.has('unavailable'),
    after: searchParams.get('after'),
  });
}

export const action = actionOf((form, args) =>
  form.has('rows') ? saveProducts(args, form) : saveProduct(args, formText(form, 'id'), form),
);

export const clientAction = keepForm;
export const shouldRevalidate = reloadRefused;

export default function Products() {
  const { rows, next } = useLoaderData<typeof loader>();
  const pageAnswer = useActionData<DraftAnswer>();
  const all = useFetcher<DraftAnswer>();
  useAnswerToast(all);
  const answers = all.state === 'idle' ? all.data?.rows : undefined;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!answers) return;
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector);
    const wrong = find('[aria-invalid]') ?? find('li:has([role=alert]) input:not([type=hidden])');
    wrong?.scrollIntoView({ block: 'center' });
    (wrong ?? list.current)?.focus({ preventScroll: true });
  }, [answers]);
  const saveAll = (): void => {
    const forms = [...(list.current?.querySelectorAll<HTMLFormElement>('[data-changed] form') ?? [])];
    const changed = JSON.stringify(forms.map((form) => Object.fromEntries(new FormData(form))));
    void all.submit({ rows: changed }, { method: 'post', action: '/products?index' });
  };
  const [params] = useSearchParams();
  const edits = useRight('products');
  const category = params.get('category') ?? '';
  const removed = params.get('removed');
  return (
    <Screen
      title="Products"
      actions={
        edits ? (
          <>
            <Link to="/products/new" className="btn btn-primary">
              Add product
            </Link>
            <Link to="/import" className="btn btn-quiet">
              Import
            </Link>
            <a href="/operator/products/export" download className="btn btn-quiet">
              Export
            </a>
          </>
        ) : null
      }
    >
      {removed ? (
        <p role="status" className="notice notice-good break-words">
          {removed} was removed.
        </p>
      ) : null}
      <SearchForm label="Search products">
        <select
          name="category"
          defaultValue={category}
          aria-label="Category"
          className="input w-auto min-w-0 flex-1 basis-40 sm:flex-none"
        >
          <option value="">All categories</option>
          <CategoryOptions />
        </select>
        <CheckBox
          label="Not available"
          className="gap-2.5 font-medium"
          name="unavailable"
          defaultChecked={params.has('unavailable')}
        />
      </SearchForm>
      {rows.length === 0 ? (
        <Empty>
          {next === null ? 'No product is found. Search for another word, or add one.' : 'Nothing here yet.'}
        </Empty>
      ) : (
        <div ref={list} tabIndex={-1} className="group panel outline-none">
          <Columns names={['Product', 'Price', 'Discount']} className={`px-4 lg:grid ${ROW_COLUMNS}`} />
          <ul className="rows" aria-label="Products">
            {rows.map((product) => (
              <ProductRow
                key={product.id}
                product={product}
                pageAnswer={[...(answers ?? []), pageAnswer].find((answer) => answer?.typed?.id === product.id)}
              />
            ))}
          </ul>
          {/* From the second changed row on. */}
          <div className="sticky bottom-16 z-10 hidden justify-end rounded-b-2xl border-t border-line bg-surface p-2 group-has-[[data-changed]~[data-changed]]:flex lg:bottom-0">
            <Button label="Save all" disabled={all.state !== 'idle'} onClick={saveAll} className="w-full sm:w-auto" />
          </div>
        </div>
      )}
      <Pager next={next} />
    </Screen>
  );
}

const ROW_COLUMNS = 'lg:grid-cols-[minmax(0,1fr)_8.5rem_7rem_7rem_5.5rem] lg:gap-x-4';

const NAME = 'tap py-1 leading-5 font-semibold break-words [overflow-wrap:anywhere]';

interface ProductRowProps {
  product: Required<CatalogueRow>;
  /** Of `Save all`, or of the page itself when it came without scripts. */
  pageAnswer: DraftAnswer | undefined;
}

function ProductRow({ product, pageAnswer }: ProductRowProps) {
  const fetcher = useFetcher<DraftAnswer>();
  // An error stands in the row.
  useAnswerToast({ state: fetcher.state, data: fetcher.data?.error === undefined ? fetcher.data : undefined });
  const form = useRef<HTMLFormElement>(null);
  const answer = useLatest(fetcher.state === 'idle' ? fetcher.data : undefined, pageAnswer);
  const draft = useDraft(valuesOf(product, ['price', 'discount', 'available']), answer, form);
  const { id, name, image } = product;
  const edits = useRight('products');
  const available = draft.newerOf('available');
  return (
    <li aria-label={name} data-changed={draft.changed || undefined} className="p-3 lg:px-4 lg:py-2">
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        className={`grid grid-cols-2 items-end gap-x-3 gap-y-2 lg:items-start ${ROW_COLUMNS}`}
      >
        <FieldErrors errors={answer?.faults ?? []}>
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
              <ProductField inColumn column="price" draft={draft} />
              <ProductField inColumn column="discount" draft={draft} />
            </>
          ) : (
            <>
              <p className="self-center text-muted figures">Tk {product.price}</p>
              <p className="self-center text-muted figures">{product.discount} %</p>
            </>
          )}
          <div>
            <AvailableBox draft={draft} />
            <Note text={available === null ? undefined : `Now ${available}`} />
          </div>
          <Button look={draft.changed ? 'primary' : 'quiet'} label="Save" className="w-full" />
          {answer?.faults ? null : <ErrorText text={answer?.error} className="col-span-full" />}
        </FieldErrors>
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
