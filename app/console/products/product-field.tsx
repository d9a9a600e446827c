import type { ReactNode } from 'react';
import { type CatalogueColumn, PRODUCT_COLUMNS } from '../../../domain/catalogue/product-columns.ts';
import { Field, SelectField } from '../../components/field.tsx';
import type { Draft } from '../state/draft.ts';
import { COLUMN_LABELS, type ProductAnswer } from '../state/product-values.ts';
import { AvailableBox } from './available-box.tsx';
import { CategoryOptions } from './category-options.tsx';
import { NumberField } from './number-field.tsx';

interface ProductFieldProps {
  column: CatalogueColumn;
  draft: Draft;
  errors: ProductAnswer['errors'];
  /** Instead of what the draft has. */
  value?: string;
}

export function ProductField({ column, draft, errors, value = draft.valueOf(column) }: ProductFieldProps) {
  const { input, hint } = PRODUCT_COLUMNS[column];
  const newer = draft.newerOf(column);
  const note = newer === null ? hint : `Somebody has changed it meanwhile: ${newer || 'empty'}`;
  const field = {
    label: COLUMN_LABELS[column],
    name: column,
    value,
    onChange: (event: { currentTarget: { value: string } }) => draft.change(column, event.currentTarget.value),
    error: errors?.[column],
  };
  const words = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  switch (input.kind) {
    case 'number':
      return <NumberField {...field} unit={input.unit} min={input.min} max={input.max} note={note} />;
    case 'text':
      return (
        <Noted note={note} wide={input.wide}>
          <Field
            {...field}
            {...(input.wide ? { autoComplete: 'off' } : words)}
            lang={input.lang}
            required={input.minLength > 0}
            maxLength={input.maxLength}
          />
        </Noted>
      );
    case 'choice':
    case 'category':
      return (
        <Noted note={note} wide={false}>
          <SelectField {...field}>
            {input.kind === 'category' ? (
              <CategoryOptions />
            ) : (
              input.choices.map((choice) => <option key={choice}>{choice}</option>)
            )}
          </SelectField>
        </Noted>
      );
    case 'available':
      return (
        <Noted note={note} wide>
          <AvailableBox draft={draft} />
        </Noted>
      );
    case 'id':
    case 'picture':
      return (
        <Noted note={note} wide>
          <Field {...field} {...words} maxLength={input.maxLength} />
        </Noted>
      );
  }
}

function Noted({ note, wide, children }: { note: string | undefined; wide: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-2' : ''}>
      {children}
      {note ? <p className="mt-1 text-sm text-muted">{note}</p> : null}
    </div>
  );
}
