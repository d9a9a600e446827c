import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { capitalized } from '../../../base/text.ts';
import { idOfName } from '../../../domain/catalogue/product-id.ts';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn, PRODUCT_COLUMNS } from '../../../domain/catalogue/product-columns.ts';
import { PRODUCT_HINTS, PRODUCT_LABELS } from '../../../domain/catalogue/product-form.ts';
import { Field, SelectField } from '../../components/field.tsx';
import { CheckBox, type Draft, FileField, Note, NumberField, Options } from '../kit/fields.tsx';
import { writtenWords } from '../kit/other-words.ts';
import { useRootData } from '../kit/screen.tsx';
import { unsaved } from '../kit/unsaved.ts';
import { areaName } from '../../../messages/format.ts';
import { t, told } from '../../../messages/console/t.ts';

export const COLUMN_LABELS = Object.fromEntries(
  CATALOGUE_COLUMNS.map((column) => [column, capitalized(told(PRODUCT_LABELS[column]))]),
) as Readonly<Record<CatalogueColumn, string>>;

export type ProductValues = Readonly<Partial<Record<CatalogueColumn, string>>>;

export function valuesOf(row: Required<CatalogueRow>, columns: readonly CatalogueColumn[]): ProductValues {
  const textOf = (column: CatalogueColumn): string =>
    column === 'aliases' ? writtenWords(String(row.aliases)) : String(row[column]);
  return Object.fromEntries(columns.map((column) => [column, textOf(column)]));
}

/** `frame`: in a list, its place in the row. */
export function ProductField({ column, draft, frame }: { column: CatalogueColumn; draft: Draft; frame?: string }) {
  const { input } = PRODUCT_COLUMNS[column];
  const newer = draft.newerOf(column);
  const changed =
    frame !== undefined
      ? t('Now {value}', { value: newer ?? '' })
      : t('Somebody has changed it meanwhile: {value}', { value: newer || t('empty') });
  const hint = PRODUCT_HINTS[column];
  const note = newer === null ? hint && told(hint) : changed;
  const field = {
    label: COLUMN_LABELS[column],
    name: column,
    value: draft.valueOf(column) || (column === 'id' && draft.valueOf('name') ? idOfName(draft.valueOf('name')) : ''),
    onChange: (event: { currentTarget: { value: string } }) => draft.change(column, event.currentTarget.value),
  };
  const words = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  switch (input.kind) {
    case 'number':
      return (
        <NumberField
          {...field}
          unit={told(input.unit)}
          note={note}
          {...(frame !== undefined && { frame, ...IN_ROW })}
        />
      );
    case 'pieces':
      return <NumberField {...field} unit={told('pcs')} note={note} />;
    case 'text':
      return (
        <Field
          {...field}
          {...(input.wide ? { autoComplete: 'off', className: WIDE } : words)}
          hint={note}
          lang={input.lang}
          required={input.minLength > 0}
          maxLength={input.maxLength}
        />
      );
    case 'choice':
    case 'category':
      return (
        <SelectField {...field} hint={note}>
          {input.kind === 'category' ? (
            <CategoryOptions />
          ) : (
            <Options of={Object.entries(input.choices).map(([value, text]) => [value, told(text)])} />
          )}
        </SelectField>
      );
    case 'yes-no':
      return (
        <div className={frame ?? WIDE}>
          <CheckBox
            label={frame === undefined ? field.label : <span className="sr-only">{field.label}</span>}
            look={SWITCH}
            className="justify-center gap-3 font-semibold"
            name={column}
            value="yes"
            checked={field.value === 'yes'}
            onChange={({ currentTarget }) => draft.change(column, currentTarget.checked ? 'yes' : 'no')}
          />
          <Note text={note} />
        </div>
      );
    case 'id':
    case 'picture': {
      const label = input.kind === 'id' ? t('Address in the shop (id)') : t('Web address');
      return <Field {...field} {...words} label={label} hint={note} className={WIDE} maxLength={input.maxLength} />;
    }
  }
}

const WIDE = 'col-span-2';

const SWITCH =
  'relative h-6 w-10 shrink-0 appearance-none rounded-full bg-(--field) [transition:background-color_160ms] checked:bg-leaf before:absolute before:top-1 before:left-1 before:size-4 before:rounded-full before:bg-surface before:[transition:translate_160ms] checked:before:[translate:1rem] forced-colors:appearance-auto forced-colors:before:hidden';

/** On a phone Enter goes down a column, from row to row. In the last one it saves, as everywhere on a desk. */
const IN_ROW = {
  enterKeyHint: 'next',
  onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { name, form } = event.currentTarget;
    if (event.key !== 'Enter' || !matchMedia('(width < 64rem)').matches) return;
    const next = form?.closest('li')?.nextElementSibling?.querySelector<HTMLElement>(`[name=${name}]`);
    if (!next) return;
    event.preventDefault();
    next.focus();
  },
} as const;

export function CategoryOptions({ none }: { none?: string }) {
  const categories = useRootData()?.categories ?? [];
  return <Options none={none} of={categories.map((category) => [category.id, areaName(category)])} />;
}

/** The shape of the pictures on cards. */
const RATIO = 4 / 3;
/** The largest width that is sent, in pixels: more than any screen shows. */
const MAX_WIDTH = 1_200;

type Canvas = RefObject<HTMLCanvasElement | null>;

/**
 * The file input for a product's picture. What is chosen is shown cut to the shop's 4:3, and a slider chooses the part
 * that is kept. A file that the browser cannot read stays as it is: the shop cuts it.
 */
export function PictureCrop({ canvas }: { canvas: Canvas }) {
  const [chosen, setChosen] = useState<{ picture: ImageBitmap | null; choice: number }>();
  const choices = useRef(0);

  const show = async (file: File | undefined): Promise<void> => {
    const choice = (choices.current += 1);
    const picture = file ? await createImageBitmap(file).catch(() => null) : null;
    if (choice === choices.current) setChosen(file && { picture, choice });
  };

  return (
    <div className="flex flex-col gap-1" {...unsaved(chosen !== undefined)}>
      <FileField
        label={t('Picture')}
        name="picture"
        accept="image/*"
        onChange={(event) => void show(event.currentTarget.files?.[0])}
      />
      {chosen?.picture ? <Crop key={chosen.choice} picture={chosen.picture} canvas={canvas} /> : null}
      {chosen?.picture === null ? (
        <p className="text-sm text-muted">
          {t('This browser cannot show the picture. The shop cuts it to 4:3 when you save.')}
        </p>
      ) : null}
    </div>
  );
}

function Crop({ picture, canvas }: { picture: ImageBitmap; canvas: Canvas }) {
  const { width, height } = picture;
  const kept = { width: Math.min(width, height * RATIO), height: Math.min(height, width / RATIO) };
  /** Where the kept part begins, in percent of what can be cut off. */
  const [at, setAt] = useState(50);
  const scale = Math.min(1, MAX_WIDTH / kept.width);
  const size = { width: Math.round(kept.width * scale), height: Math.round((kept.width * scale) / RATIO) };

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = 'high';
    const [left, top] = [((width - kept.width) * at) / 100, ((height - kept.height) * at) / 100];
    context.drawImage(picture, left, top, kept.width, kept.height, 0, 0, size.width, size.height);
  });

  return (
    <>
      <canvas
        ref={canvas}
        width={size.width}
        height={size.height}
        className="aspect-4/3 w-full max-w-sm rounded-xl bg-tint"
      />
      {kept.width * kept.height < width * height ? (
        <label className="text-sm text-muted">
          {t('Part of the picture that is kept')}
          <input
            type="range"
            step={5}
            value={at}
            onChange={({ currentTarget }) => setAt(currentTarget.valueAsNumber)}
            className="block h-11 w-full max-w-sm accent-leaf"
          />
        </label>
      ) : null}
    </>
  );
}
