import { Link, type LoaderFunctionArgs, useActionData, useLoaderData, useSearchParams } from 'react-router';
import { formText, servicesOf } from '../../context.ts';
import { CategoryOptions } from '../products/category-options.tsx';
import { Columns } from '../components/columns.tsx';
import { Empty } from '../components/empty.tsx';
import { Pager } from '../components/pager.tsx';
import { ProductRow, ROW_COLUMNS } from '../products/product-row.tsx';
import { Screen } from '../components/screen.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { operatorAction } from '../operator-action.ts';
import { saveProduct } from '../products/save-product.ts';
import { keepForm, reloadRefused } from '../state/answer.ts';
import type { ProductAnswer } from '../state/product-values.ts';

export function loader(args: LoaderFunctionArgs) {
  const { searchParams } = args.url;
  const category = searchParams.get('category');
  const { catalogue, categories } = servicesOf(args);
  return catalogue.findByAnyWord({
    text: searchParams.get('q') ?? '',
    category: categories.all().some(({ id }) => id === category) ? category : null,
    after: searchParams.get('after'),
  });
}

export const action = operatorAction(async (args, by) => {
  const form = await args.request.formData();
  return saveProduct(args, { id: formText(form, 'id'), form, by });
});

export const clientAction = keepForm;
export const shouldRevalidate = reloadRefused;

export default function Products() {
  const { rows, next } = useLoaderData<typeof loader>();
  const pageAnswer = useActionData<ProductAnswer>();
  const [params] = useSearchParams();
  const category = params.get('category') ?? '';
  const removed = params.get('removed');
  return (
    <Screen
      title="Products"
      actions={
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
                pageAnswer={pageAnswer?.id === product.id ? pageAnswer : undefined}
              />
            ))}
          </ul>
        </div>
      )}
      <Pager next={next} />
    </Screen>
  );
}
