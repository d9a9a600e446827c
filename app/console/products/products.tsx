import { Link, type LoaderFunctionArgs, useActionData, useFetcher, useLoaderData, useSearchParams } from 'react-router';
import { actionOf, servicesFor } from '../context.ts';
import { formText } from '../../context.ts';
import { Button, ButtonLink } from '../kit/form.tsx';
import { CategoryOptions, ProductField, valuesOf } from './product-field.tsx';
import { Columns, Empty, Pager, SearchForm } from '../kit/list.tsx';
import { CheckBox, type DraftAnswer, useDraft } from '../kit/fields.tsx';
import { Notice, Screen, useRight } from '../kit/screen.tsx';
import { saveProduct, saveProducts } from './save-product.ts';
import { reloadRefused, useAnswerToast } from '../kit/answer.ts';
import { keepProducts, useKeptEdits } from './kept-drafts.ts';
import { NotSaved } from './not-saved.tsx';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { ErrorText, FieldErrors } from '../../components/field.tsx';
import { Thumbnail } from '../../components/picture.tsx';
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

export const clientAction = keepProducts;
export const shouldRevalidate = reloadRefused;

export default function Products() {
  const { rows, next } = useLoaderData<typeof loader>();
  const pageAnswer = useActionData<DraftAnswer>();
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
            <ButtonLink to="/products/new" label="Add product" look="primary" />
            <ButtonLink to="/import" label="Import" />
            <ButtonLink to="/products/export" download label="Export" />
          </>
        ) : null
      }
    >
      <Notice look="good" text={removed && `${removed} was removed.`} />
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
          className="gap-2 font-semibold"
          name="unavailable"
          defaultChecked={params.has('unavailable')}
        />
      </SearchForm>
      {rows.length === 0 ? (
        <Empty>
          {next === null ? 'No product is found. Search for another word, or add one.' : 'Nothing here yet.'}
        </Empty>
      ) : (
        <div className="panel">
          <Columns names={['Product', 'Price', 'Discount']} className={`px-4 lg:grid ${ROW_COLUMNS}`} />
          <ul className="rows" aria-label="Products">
            {rows.map((product) => (
              <ProductRow
                key={product.id}
                product={product}
                pageAnswer={pageAnswer?.typed?.id === product.id ? pageAnswer : undefined}
              />
            ))}
          </ul>
        </div>
      )}
      <Pager next={next} />
      <NotSaved shown={rows.map(({ id }) => id)} />
    </Screen>
  );
}

const ROW_COLUMNS = 'lg:grid-cols-[minmax(0,1fr)_8.5rem_7rem_7rem_5.5rem] lg:gap-x-4';

const NAME = 'tap py-1 font-semibold break-words [overflow-wrap:anywhere]';

interface ProductRowProps {
  product: Required<CatalogueRow>;
  /** When the page came without scripts. */
  pageAnswer: DraftAnswer | undefined;
}

function ProductRow({ product, pageAnswer }: ProductRowProps) {
  const fetcher = useFetcher<DraftAnswer>();
  const { draft: own, kept } = useKeptEdits(product, pageAnswer);
  // What is wrong stands in the row.
  const isInRow = fetcher.data?.error !== undefined && fetcher.data.typed !== undefined;
  useAnswerToast({ state: fetcher.state, data: isInRow ? undefined : fetcher.data });
  const answer = own ? own.refused : pageAnswer;
  const draft = useDraft(valuesOf(product, ['price', 'discount', 'available']), answer, kept);
  const { id, name, image } = product;
  const edits = useRight('products');
  return (
    <li aria-label={name} className="p-3 lg:px-4 lg:py-2">
      <fetcher.Form
        method="post"
        noValidate
        className={`grid grid-cols-2 items-end gap-x-3 gap-y-2 lg:items-start ${ROW_COLUMNS}`}
      >
        <FieldErrors errors={answer?.faults ?? []}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="base" value={JSON.stringify(draft.base)} />
          <input type="hidden" name="sure" value={answer?.sure ?? ''} />
          <div className="col-span-2 flex min-w-0 items-center gap-3 lg:col-span-1">
            <Thumbnail imgUrl={image} sizes="48px" className="size-12 rounded-xl" />
            <div translate="no" className="min-w-0">
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
          <ProductField inColumn column="available" draft={draft} />
          <Button look={draft.changed ? 'primary' : 'quiet'} label="Save" className="w-full" />
          {answer?.faults ? null : <ErrorText text={answer?.error} className="col-span-full" />}
        </FieldErrors>
      </fetcher.Form>
    </li>
  );
}
