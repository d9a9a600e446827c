import { useState } from 'react';
import { servicesFor } from '../context.ts';
import { data, type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from 'react-router';
import { formText } from '../../context.ts';
import { ProductForm } from '../products/product-form.tsx';
import { NothingHere } from '../components/nothing-here.tsx';
import { Screen } from '../components/screen.tsx';
import { operatorAction } from '../operator-action.ts';
import { readProductForm, storePicture } from '../products/read-product-form.ts';
import { saveProduct } from '../products/save-product.ts';
import { keepForm, reloadRefused } from '../state/answer.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { id = '' } = args.params;
  const product = await (await servicesFor(args, 'products')).catalogue.row(id);
  return data({ id, product }, { status: product ? 200 : 404 });
}

export const action = operatorAction('products', async (args, staff) => {
  const { id = '' } = args.params;
  const read = await readProductForm(args);
  if (read.refusal) return read.refusal;
  const { form } = read;
  if (formText(form, 'intent') === 'remove') {
    const { catalogue } = staff.services;
    const name = (await catalogue.row(id))?.name;
    await catalogue.remove(id, staff.by);
    throw redirect(`/products?removed=${encodeURIComponent(name ?? id)}`);
  }
  const stored = await storePicture(args, form, staff.services);
  return stored.refusal ?? saveProduct(args, { id, form, staff, ...stored });
});

export const clientAction = keepForm;
export const shouldRevalidate = reloadRefused;

export default function ProductScreen() {
  const { id } = useLoaderData<typeof loader>();
  return <Product key={id} />;
}

function Product() {
  const { id, product } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  // Somebody may remove it while something is being typed.
  const [known, setKnown] = useState(product);
  if (product && product !== known) setKnown(product);
  const shown = product ?? known;
  if (!shown) {
    return (
      <NothingHere title="Product not found" to="/products" link="Products">
        There is no product {id}.
      </NothingHere>
    );
  }
  return (
    <Screen
      title={shown.name}
      actions={
        <a href={`/product/${id}`} className="btn btn-quiet">
          In the shop
        </a>
      }
    >
      {params.has('saved') && product ? (
        <p role="status" className="rounded-xl bg-leaf-soft px-4 py-3 font-medium text-leaf-strong">
          Saved
        </p>
      ) : null}
      {product ? null : (
        <p role="alert" className="rounded-xl bg-clay-soft px-4 py-3 font-medium text-clay">
          This product has been removed meanwhile.
        </p>
      )}
      <ProductForm product={shown} />
    </Screen>
  );
}
