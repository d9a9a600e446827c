import { type FormEvent, useRef, useState } from 'react';
import { data, Form, type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams, useSubmit } from 'react-router';
import { actionOf, perform, sayRefusal, servicesFor } from '../context.ts';
import { formText } from '../../context.ts';
import { NothingHere, Notice, Screen } from '../kit/screen.tsx';
import { addProduct, LARGEST_FORM, saveProduct, storePicture } from './save-product.ts';
import { unsaved } from '../kit/unsaved.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn, PRODUCT_COLUMNS } from '../../../domain/catalogue/product-columns.ts';
import { PRODUCT_START } from '../../../domain/catalogue/product-form.ts';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { FieldErrors } from '../../components/field.tsx';
import { Picture } from '../../components/picture.tsx';
import { type DraftAnswer, useDraft } from '../kit/fields.tsx';
import { Button, ButtonLink, ConfirmButton, usePageAnswer } from '../kit/form.tsx';
import { pictureOf } from '../../state/forms/canvas-picture.ts';
import { randomKey } from '../../state/random-key.ts';
import { keepProducts, throwAway, useKeptEdits } from './kept-drafts.ts';
import { SaveBar } from '../kit/save-bar.tsx';
import { NotSaved } from './not-saved.tsx';
import { PictureCrop, ProductField, valuesOf } from './product-field.tsx';
import { t } from '../../../messages/console/t.ts';

/** Without an `id` it is a new one. */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = args.params;
  const { catalogue } = await servicesFor(args, 'products');
  const product = id === undefined ? null : await catalogue.row(id);
  return data({ id, product, key: randomKey() }, { status: id === undefined || product ? 200 : 404 });
}

export const action = actionOf(
  async (form, args) => {
    const { id } = args.params;
    if (id !== undefined && formText(form, 'intent') === 'remove') {
      const product = await (await servicesFor(args, 'products')).catalogue.row(id);
      await perform(args, 'products.remove', { id });
      throw redirect(`/products?removed=${encodeURIComponent(product?.name ?? id)}`);
    }
    const stored = await storePicture(form, args);
    if (!stored.ok) return sayRefusal(args, stored);
    return id === undefined ? addProduct(args, form, stored.value) : saveProduct(args, id, form, stored.value);
  },
  ...LARGEST_FORM,
);

export const clientAction = keepProducts;
export { reloadRefused as shouldRevalidate } from '../kit/answer.ts';

export default function ProductScreen() {
  const { id } = useLoaderData<typeof loader>();
  if (id !== undefined) return <Product key={id} />;
  return (
    <Screen title={t('Add product')}>
      <ProductForm product={null} />
    </Screen>
  );
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
      <NothingHere title={t('Product not found')} to="/products" link={t('Products')}>
        {t('There is no product {id}.', { id: id ?? '' })}
      </NothingHere>
    );
  }
  return (
    <Screen title={shown.name} actions={<ButtonLink href={`/product/${id}`} label={t('In the shop')} />}>
      <Notice look="good" text={params.has('saved') && product && t('Saved')} />
      <Notice look="warning" text={!product && t('This product has been removed meanwhile.')} />
      <ProductForm product={shown} />
      <NotSaved shown={[shown.id]} />
    </Screen>
  );
}

const EDITED = CATALOGUE_COLUMNS.filter((column) => column !== 'id');

/** Those of the first panel: the wide texts come first, and the picture's address stands beside the picture. */
const FIELDS: readonly CatalogueColumn[] = [
  'name',
  ...EDITED.filter((column) => !['name', 'image'].includes(column)).toSorted(
    (a, b) => Number(isWide(b)) - Number(isWide(a)),
  ),
  'id',
];

const EMPTY_VALUES = Object.fromEntries(CATALOGUE_COLUMNS.map((column) => [column, PRODUCT_START[column] ?? '']));

const NEW = { id: '', name: '' };

function isWide(column: CatalogueColumn): boolean {
  const { input } = PRODUCT_COLUMNS[column];
  return input.kind === 'text' && input.wide;
}

function ProductForm({ product }: { product: Required<CatalogueRow> | null }) {
  // What was sent once under a key is not added again.
  const [key] = useState(useLoaderData<typeof loader>().key);
  const submit = useSubmit();
  const answer = usePageAnswer<DraftAnswer>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { kept, saved } = useKeptEdits(product ?? NEW, product ? answer : undefined);
  const draft = useDraft(
    product ? { ...valuesOf(product, EDITED), ...saved } : EMPTY_VALUES,
    answer,
    product ? kept : undefined,
  );
  const [seen, setSeen] = useState(answer);
  const [saves, setSaves] = useState(0);
  if (answer !== seen) {
    setSeen(answer);
    // The chosen picture is saved: its field is empty again.
    if (answer?.done !== undefined) setSaves(saves + 1);
  }

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const picture = canvas.current && (await pictureOf(canvas.current));
    if (picture) sent.set('picture', picture, 'picture');
    await submit(sent, { method: 'post', encType: 'multipart/form-data' });
  };
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => void send(event)}
      {...unsaved(product === null && draft.changed)}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name={product ? 'base' : 'key'} value={product ? JSON.stringify(draft.base) : key} />
      <input type="hidden" name="sure" value={answer?.sure ?? ''} />
      <FieldErrors errors={answer?.faults ?? []}>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="panel grid grid-cols-2 gap-4 p-4 sm:p-4">
            {FIELDS.filter((column) => column !== 'id' || product === null).map((column) => (
              <ProductField key={column} column={column} draft={draft} />
            ))}
          </div>
          <div className="panel flex flex-col gap-3 p-4 sm:p-4">
            {product?.image ? (
              <Picture
                imgUrl={product.image}
                alt=""
                sizes="320px"
                className="aspect-4/3 h-auto w-full max-w-sm rounded-xl bg-tint object-contain"
              />
            ) : null}
            <PictureCrop key={saves} canvas={canvas} />
            <details open={answer?.faults?.some(({ field }) => field === 'image') || undefined}>
              <summary className="tap text-sm font-semibold text-leaf">{t('From the web')}</summary>
              <ProductField column="image" draft={draft} />
            </details>
          </div>
        </div>
      </FieldErrors>
      <Notice look="bad" text={answer?.faults ? null : answer?.error} />
      <SaveBar key={`bar ${saves}`} always changed={draft.changed || undefined}>
        <Button intent="save" label={t('Save')} className="min-w-32 max-lg:flex-1" />
        {product ? (
          <ConfirmButton
            label={t('Remove')}
            title={t('Remove {name}?', { name: product.name })}
            text={t('It leaves the shop at once. Orders keep what they have of it.')}
            onConfirm={() => {
              throwAway([product.id]);
              void submit({ intent: 'remove' }, { method: 'post' });
            }}
          />
        ) : null}
      </SaveBar>
    </Form>
  );
}
