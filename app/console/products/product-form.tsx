import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { STATUSES } from '../../../domain/catalogue.ts';
import type { CatalogueColumn, CatalogueRow } from '../../../domain/catalogue-file.ts';
import { MAX_PRICE_TK } from '../../../domain/money.ts';
import { Field, focusField, SelectField } from '../../components/field.tsx';
import { Picture } from '../../components/picture.tsx';
import { useAnswerToast } from '../state/answer.ts';
import { useDraft } from '../state/draft.ts';
import { COLUMN_LABELS, MAX_DISCOUNT, valuesOf } from '../state/product-values.ts';
import { suggestedId } from '../state/suggested-id.ts';
import { usePageAnswer } from '../state/use-page-answer.ts';
import { AvailableBox } from './available-box.tsx';
import { CategoryOptions } from './category-options.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { NumberField } from './number-field.tsx';
import { PictureCrop, pictureOf } from './picture-crop.tsx';

const COLUMNS = [
  'name',
  'name_bn',
  'aliases',
  'weight',
  'unit',
  'price',
  'discount',
  'status',
  'category',
  'available',
  'image',
] as const satisfies readonly CatalogueColumn[];

const EMPTY: Required<CatalogueRow> = {
  id: '',
  name: '',
  image: '',
  weight: '',
  unit: '',
  price: 0,
  discount: '0',
  status: 'recent',
  category: 'vegetables',
  name_bn: '',
  aliases: '',
  available: 'yes',
  type: 'raw-products',
};
const EMPTY_VALUES = { ...valuesOf(EMPTY, ['id', ...COLUMNS]), price: '' };

export function ProductForm({ product }: { product: Required<CatalogueRow> | null }) {
  const submit = useSubmit();
  const answer = usePageAnswer();
  // An error stands in the form.
  useAnswerToast({ state: 'idle', data: answer?.done === undefined ? undefined : answer });
  const form = useRef<HTMLFormElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const draft = useDraft(product ? valuesOf(product, COLUMNS) : EMPTY_VALUES, answer, form);
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
  const text = (column: CatalogueColumn) => ({
    label: COLUMN_LABELS[column],
    name: column,
    value: draft.valueOf(column),
    onChange: (event: { currentTarget: { value: string } }) => draft.change(column, event.currentTarget.value),
    error: errors[column],
  });
  const newer = (column: CatalogueColumn): string | null => {
    const value = draft.newerOf(column);
    return value === null ? null : `Somebody has changed it meanwhile: ${value || 'empty'}`;
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
        <Wide note={newer('name')}>
          <Field {...text('name')} required maxLength={120} autoComplete="off" />
        </Wide>
        {product ? null : (
          <Wide note={errors.id ? null : 'The end of its address in the shop. It cannot be changed later.'}>
            <Field
              {...text('id')}
              value={draft.valueOf('id') || suggestedId(draft.valueOf('name'))}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Wide>
        )}
        <Wide note={newer('name_bn')}>
          <Field {...text('name_bn')} lang="bn" maxLength={120} autoComplete="off" />
        </Wide>
        <Wide note={newer('aliases') ?? 'What else shoppers may type, with | between the words.'}>
          <Field {...text('aliases')} autoComplete="off" />
        </Wide>
        <Noted note={newer('weight')}>
          <Field {...text('weight')} maxLength={40} autoComplete="off" />
        </Noted>
        <Noted note={newer('unit')}>
          <Field {...text('unit')} maxLength={40} autoComplete="off" autoCapitalize="none" />
        </Noted>
        <NumberField {...text('price')} unit="Tk" min={0.01} max={MAX_PRICE_TK} note={newer('price')} />
        <NumberField {...text('discount')} unit="%" min={0} max={MAX_DISCOUNT} note={newer('discount')} />
        <Noted note={newer('status')}>
          <SelectField {...text('status')}>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
          </SelectField>
        </Noted>
        <Noted note={newer('category')}>
          <SelectField {...text('category')}>
            <CategoryOptions />
          </SelectField>
        </Noted>
        <Wide note={newer('available')}>
          <AvailableBox draft={draft} />
        </Wide>
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
        <div>
          <Noted note={newer('image') ?? 'A picture that you choose replaces it.'}>
            <Field {...text('image')} type="text" inputMode="url" autoComplete="off" spellCheck={false} />
          </Noted>
        </div>
      </div>
      <div className="flex flex-col gap-3 lg:col-span-2">
        {answer?.error ? (
          <p role="alert" className="rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger">
            {answer.error}
          </p>
        ) : null}
        <div className="flex justify-between gap-2">
          <button type="submit" name="intent" value="save" className="btn btn-primary min-w-32">
            Save
          </button>
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

function Wide({ note, children }: { note: string | null; children: ReactNode }) {
  return (
    <div className="col-span-2">
      <Noted note={note}>{children}</Noted>
    </div>
  );
}

function Noted({ note, children }: { note: string | null; children: ReactNode }) {
  return (
    <>
      {children}
      {note ? <p className="mt-1 text-sm text-muted">{note}</p> : null}
    </>
  );
}
