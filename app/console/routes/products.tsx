import { useEffect, useRef } from 'react';
import { Link, type LoaderFunctionArgs, useActionData, useFetcher, useLoaderData, useSearchParams } from 'react-router';
import { servicesFor } from '../context.ts';
import { formText } from '../../context.ts';
import { Button } from '../components/button.tsx';
import { CategoryOptions } from '../products/category-options.tsx';
import { Columns } from '../components/columns.tsx';
import { Empty } from '../components/empty.tsx';
import { Pager } from '../components/pager.tsx';
import { ProductRow, ROW_COLUMNS } from '../products/product-row.tsx';
import { Screen } from '../components/screen.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { operatorAction } from '../operator-action.ts';
import { useRight } from '../state/root-data.ts';
import { type SavedProducts, saveProduct, saveProducts } from '../products/save-product.ts';
import { keepForm, reloadRefused, useAnswerToast } from '../state/answer.ts';
import type { ProductAnswer } from '../state/product-values.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = args.url;
  const category = searchParams.get('category');
  const { catalogue, categories } = await servicesFor(args, 'availability');
  return catalogue.findByAnyWord({
    text: searchParams.get('q') ?? '',
    category: categories.all().some(({ id }) => id === category) ? category : null,
    unavailable: searchParams.has('unavailable'),
    after: searchParams.get('after'),
  });
}

export const action = operatorAction('availability', async (args, staff) => {
  const form = await args.request.formData();
  if (form.has('rows')) return saveProducts(args, form, staff);
  return saveProduct(args, { id: formText(form, 'id'), form, staff });
});

export const clientAction = keepForm;
export const shouldRevalidate = reloadRefused;

export default function Products() {
  const { rows, next } = useLoaderData<typeof loader>();
  const pageAnswer = useActionData<ProductAnswer>();
  const all = useFetcher<SavedProducts>();
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
        <p role="status" className="rounded-xl bg-leaf-soft px-4 py-3 font-medium break-words text-leaf-strong">
          {removed} was removed.
        </p>
      ) : null}
      <SearchForm label="Search products">
        <select
          key={category}
          name="category"
          defaultValue={category}
          aria-label="Category"
          className="input w-auto min-w-0 flex-1 basis-40 sm:flex-none"
        >
          <option value="">All categories</option>
          <CategoryOptions />
        </select>
        <label className="tap gap-2.5 font-medium">
          <input
            key={String(params.has('unavailable'))}
            type="checkbox"
            name="unavailable"
            defaultChecked={params.has('unavailable')}
            className="size-5 accent-leaf"
          />
          Not available
        </label>
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
                pageAnswer={
                  answers?.find(({ id }) => id === product.id) ??
                  (pageAnswer?.id === product.id ? pageAnswer : undefined)
                }
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
