import { Link, type LoaderFunctionArgs, useActionData, useFetcher, useLoaderData, useSearchParams } from 'react-router';
import { actionOf, servicesFor } from '../context.ts';
import { formText } from '../../context.ts';
import { Button, ButtonLink } from '../kit/form.tsx';
import { CategoryOptions, ProductField, valuesOf } from './product-field.tsx';
import { Columns, Empty, Pager, SearchForm } from '../kit/list.tsx';
import { CheckBox, type DraftAnswer, useDraft } from '../kit/fields.tsx';
import { Notice, Screen, useRight } from '../kit/screen.tsx';
import { saveProduct, saveProducts } from './save-product.ts';
import { ChangeShown } from './change-shown.tsx';
import { keepProducts, useKeptDrafts, useKeptEdits } from './kept-drafts.ts';
import { formatTk } from '../kit/values.tsx';
import { dayInDhaka, fromDhaka } from '../../../base/dates.ts';
import { NotSaved } from './not-saved.tsx';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { ErrorText, FieldErrors } from '../../components/field.tsx';
import { Thumbnail } from '../../components/picture.tsx';
import { formatMeasure, productName } from '../../../messages/format.ts';
import { t } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = args.url;
  const category = searchParams.get('category');
  const { catalogue, categories } = await servicesFor(args, 'availability');
  return catalogue.find({
    text: searchParams.get('q') ?? '',
    category: categories.all().some(({ id }) => id === category) ? category : null,
    only: {
      unavailable: searchParams.has('unavailable'),
      noPicture: searchParams.has('no-picture'),
      changedSince: searchParams.has('today') ? fromDhaka(new Date(dayInDhaka(new Date()))) : null,
    },
    after: searchParams.get('after'),
  });
}

export const action = actionOf((form, args) =>
  form.has('rows') ? saveProducts(args, form) : saveProduct(args, formText(form, 'id'), form),
);

export const clientAction = keepProducts;
export { reloadRefused as shouldRevalidate } from '../kit/answer.ts';

export default function Products() {
  const { rows, next } = useLoaderData<typeof loader>();
  const pageAnswer = useActionData<DraftAnswer>();
  const [params] = useSearchParams();
  const edits = useRight('products');
  const category = params.get('category') ?? '';
  const removed = params.get('removed');
  const isNothingTyped = Object.keys(useKeptDrafts()).length === 0;
  return (
    <Screen
      title={t('Products')}
      actions={
        edits ? (
          <>
            <ButtonLink to="/import" label={t('Import')} look="word" />
            <ButtonLink to="/products/export" download label={t('Export')} look="word" />
            <ButtonLink
              to="/products/new"
              label={t('Add product')}
              look={isNothingTyped ? 'primary' : 'quiet'}
              className="px-3!"
            />
          </>
        ) : null
      }
    >
      <Notice look="good" text={removed && t('{removed} was removed.', { removed })} />
      <SearchForm label={t('Search products')}>
        <select
          name="category"
          defaultValue={category}
          aria-label={t('Category')}
          className="input w-auto min-w-0 flex-1 basis-40 sm:flex-none"
        >
          <CategoryOptions none={t('All categories')} />
        </select>
        <div className="flex flex-wrap gap-1">
          {FILTERS.map(([name, label]) => (
            <CheckBox
              key={name}
              label={label}
              name={name}
              defaultChecked={params.has(name)}
              look="absolute inset-0 size-full cursor-pointer appearance-none rounded-full opacity-0"
              className="relative chip bg-surface px-2! text-muted has-checked:bg-leaf-soft has-checked:text-leaf-strong has-focus-visible:outline-2 has-focus-visible:outline-leaf forced-colors:has-checked:outline-2"
            />
          ))}
        </div>
      </SearchForm>
      {edits ? (
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          {rows.length > 1 ? <ChangeShown rows={rows} /> : <span />}
          <ButtonLink to="/stock" label={t('Stock')} look="word" className="-my-2 text-sm" />
        </div>
      ) : null}
      {rows.length === 0 ? (
        <Empty>
          {next === null ? t('No product is found. Choose or search for something else.') : t('Nothing here yet.')}
        </Empty>
      ) : (
        <div className="panel">
          <Columns
            names={[t('Product'), t('Price'), t('Available'), t('Discount')]}
            className={`px-4 lg:grid ${ROW_COLUMNS}`}
          />
          <ul className="rows" aria-label={t('Products')}>
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
      <NotSaved stays shown={rows.map(({ id }) => id)} />
    </Screen>
  );
}

const FILTERS = [
  ['unavailable', t('Not available')],
  ['no-picture', t('No picture')],
  ['today', t('Changed today')],
] as const;

const ROW_COLUMNS = 'lg:grid-cols-[minmax(0,1fr)_8.5rem_5rem_7rem_5.5rem] lg:gap-x-4';

/** On a phone a field stands in the line of its row, and what it says below that. */
const IN_LINE = 'max-lg:contents max-lg:[&>p]:order-1 max-lg:[&>p]:w-full lg:[&>label]:sr-only';
const PRICE = `${IN_LINE} max-lg:[&>label]:sr-only max-lg:[&>div]:w-24`;
const DISCOUNT = `${IN_LINE} max-lg:[&>label]:font-normal max-lg:[&>label]:text-muted max-lg:[&>div]:w-24`;

/** What a phone shows when the row is changed, or when the keyboard comes to it. */
const LATER = 'flex w-full flex-wrap items-center justify-end gap-2 lg:contents';

const NAME = 'line-clamp-2 text-sm font-semibold break-words lg:text-base';

/** `pageAnswer`: when the page came without scripts. */
function ProductRow({ product, pageAnswer }: { product: Required<CatalogueRow>; pageAnswer: DraftAnswer | undefined }) {
  const fetcher = useFetcher();
  const { draft: own, kept, saved } = useKeptEdits(product, pageAnswer);
  const answer = own ? own.refused : pageAnswer;
  const draft = useDraft({ ...valuesOf(product, ['price', 'discount', 'available']), ...saved }, answer, kept);
  const { id, image, category } = product;
  const name = productName({ name: product.name, name_bn: product.name_bn ?? '' });
  const edits = useRight('products');
  return (
    <li aria-label={name} className="relative px-3 py-1 lg:px-4">
      <fetcher.Form
        method="post"
        noValidate
        className={`flex flex-wrap items-center justify-end gap-x-2 lg:grid ${ROW_COLUMNS}`}
      >
        <FieldErrors errors={answer?.faults ?? []}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="base" value={JSON.stringify(draft.base)} />
          <input type="hidden" name="sure" value={answer?.sure ?? ''} />
          <div className="relative flex min-h-14 min-w-0 flex-1 basis-32 items-center gap-2 lg:gap-3">
            <Thumbnail imgUrl={image} category={category} sizes="48px" className="size-10 rounded-xl lg:size-12" />
            <div translate="no" className="min-w-0">
              {edits ? (
                <Link to={`/products/${id}`} className={`${NAME} after:absolute after:inset-0 hover:underline`}>
                  {name}
                </Link>
              ) : (
                <p className={NAME}>{name}</p>
              )}
              <p className="text-xs text-muted">{formatMeasure(product)}</p>
            </div>
          </div>
          {edits ? (
            <ProductField frame={PRICE} column="price" draft={draft} />
          ) : (
            <p className="figures">{formatTk(product.price)}</p>
          )}
          <ProductField frame="" column="available" draft={draft} />
          <div className={draft.changed ? LATER : `${LATER} max-lg:not-focus-within:sr-only`}>
            {edits ? (
              <ProductField frame={DISCOUNT} column="discount" draft={draft} />
            ) : (
              <p className="text-muted figures">{product.discount} %</p>
            )}
            <Button look={draft.changed ? 'soft' : 'quiet'} label={t('Save')} className="lg:w-full" />
          </div>
          {answer?.faults ? null : <ErrorText text={answer?.error} className="order-2 col-span-full w-full" />}
        </FieldErrors>
      </fetcher.Form>
    </li>
  );
}
