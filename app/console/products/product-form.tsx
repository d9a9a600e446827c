import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { CATALOGUE_COLUMNS, type CatalogueColumn, PRODUCT_COLUMNS } from '../../../domain/catalogue/product-columns.ts';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { focusField } from '../../components/field.tsx';
import { Picture } from '../../components/picture.tsx';
import { useAnswerToast } from '../state/answer.ts';
import { useDraft } from '../state/draft.ts';
import { valuesOf } from '../state/product-values.ts';
import { suggestedId } from '../../../base/suggested-id.ts';
import { usePageAnswer } from '../state/use-page-answer.ts';
import { Button } from '../components/button.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { pictureOf } from '../../components/canvas-picture.ts';
import { PictureCrop } from './picture-crop.tsx';
import { ProductField } from './product-field.tsx';

const EDITED = CATALOGUE_COLUMNS.filter((column) => column !== 'id');

/** Those of the first panel: the wide texts come first, and the picture's address stands beside the picture. */
const FIELDS: readonly CatalogueColumn[] = [
  'name',
  'id',
  ...EDITED.filter((column) => !['name', 'image'].includes(column)).toSorted(
    (a, b) => Number(isWide(b)) - Number(isWide(a)),
  ),
];

const EMPTY_VALUES = Object.fromEntries(
  CATALOGUE_COLUMNS.map((column) => [column, PRODUCT_COLUMNS[column].start ?? '']),
);

function isWide(column: CatalogueColumn): boolean {
  const { input } = PRODUCT_COLUMNS[column];
  return input.kind === 'text' && input.wide;
}

export function ProductForm({ product }: { product: Required<CatalogueRow> | null }) {
  const submit = useSubmit();
  const answer = usePageAnswer();
  // An error stands in the form.
  useAnswerToast({ state: 'idle', data: answer?.done === undefined ? undefined : answer });
  const form = useRef<HTMLFormElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const draft = useDraft(product ? valuesOf(product, EDITED) : EMPTY_VALUES, answer, form);
  const errors = answer?.errors ?? {};
  const [seen, setSeen] = useState(answer);
  const [saves, setSaves] = useState(0);
  if (answer !== seen) {
    setSeen(answer);
    // The chosen picture is saved: its field is empty again.
    if (answer?.done !== undefined) setSaves(saves + 1);
  }
  useEffect(() => {
    const bad = form.current?.querySelector('[aria-invalid]')?.getAttribute('name');
    if (answer?.errors && bad) focusField(form.current, bad);
  }, [answer]);

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const picture = canvas.current && (await pictureOf(canvas.current));
    if (picture) sent.set('picture', picture, 'picture');
    await submit(sent, { method: 'post', encType: 'multipart/form-data' });
  };
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => void send(event)}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      {product ? <input type="hidden" name="base" value={JSON.stringify(draft.base)} /> : null}
      <div className="panel grid grid-cols-2 gap-4 p-4 sm:p-5">
        {FIELDS.filter((column) => column !== 'id' || product === null).map((column) => (
          <ProductField
            key={column}
            column={column}
            draft={draft}
            errors={errors}
            {...(column === 'id' ? { value: draft.valueOf('id') || suggestedId(draft.valueOf('name')) } : {})}
          />
        ))}
      </div>
      <div className="panel flex flex-col gap-4 p-4 sm:p-5">
        {product?.image ? (
          <Picture
            imgUrl={product.image}
            alt=""
            sizes="320px"
            className="aspect-4/3 h-auto w-full max-w-sm rounded-xl bg-tint object-cover"
          />
        ) : null}
        <PictureCrop key={saves} error={errors.picture} canvas={canvas} />
        <ProductField column="image" draft={draft} errors={errors} />
      </div>
      <div className="flex flex-col gap-3 lg:col-span-2">
        {answer?.error ? (
          <p role="alert" className="rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger">
            {answer.error}
          </p>
        ) : null}
        <div className="flex justify-between gap-2">
          <Button intent="save" label="Save" className="min-w-32" />
          {product ? (
            <ConfirmButton
              label="Remove"
              title={`Remove ${product.name}?`}
              text="It leaves the shop at once. Orders keep what they have of it."
              onConfirm={() => void submit({ intent: 'remove' }, { method: 'post' })}
            />
          ) : null}
        </div>
      </div>
    </Form>
  );
}
