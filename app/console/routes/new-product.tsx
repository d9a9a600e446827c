import { type LoaderFunctionArgs, redirect } from 'react-router';
import { servicesFor } from '../context.ts';
import { refuseForm } from '../../context.ts';
import { ProductForm } from '../products/product-form.tsx';
import { Screen } from '../components/screen.tsx';
import { operatorAction } from '../operator-action.ts';
import { readProductForm, storePicture } from '../products/read-product-form.ts';
import { refusalOf, typedValues } from '../products/save-product.ts';
import { keepForm } from '../state/answer.ts';
import type { ProductAnswer } from '../state/product-values.ts';
import { suggestedId } from '../../../base/suggested-id.ts';
import { CATALOGUE_COLUMNS } from '../../../domain/catalogue/product-columns.ts';

/** So that only whoever may add products gets the form. */
export async function loader(args: LoaderFunctionArgs) {
  await servicesFor(args, 'products');
  return null;
}

export const action = operatorAction('products', async (args, { by, services }) => {
  const read = await readProductForm(args);
  if (read.refusal) return read.refusal;
  const stored = await storePicture(args, read.form, services);
  if (stored.refusal) return stored.refusal;
  const typed = typedValues(read.form, CATALOGUE_COLUMNS);
  const refuse = (status: number, answer: ProductAnswer) => refuseForm(args, { status }, { typed, ...answer });
  const id = typed.id?.trim() || suggestedId(typed.name ?? '');
  const outcome = await services.catalogue.add({ ...typed, ...stored, id }, by);
  switch (outcome.kind) {
    case 'added':
      throw redirect(`/products/${outcome.product.id}?saved`);
    case 'exists':
      return refuse(409, { errors: { id: 'There is a product with this id already.' } });
    case 'refused':
      return refuse(422, refusalOf(outcome));
  }
});

export const clientAction = keepForm;

export default function NewProduct() {
  return (
    <Screen title="Add product">
      <ProductForm product={null} />
    </Screen>
  );
}
