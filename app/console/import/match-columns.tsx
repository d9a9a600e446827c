import { Options } from '../kit/fields.tsx';
import { SelectField } from '../../components/field.tsx';
import { createStored } from '../../state/local-storage.ts';
import { capitalized } from '../../../base/text.ts';
import { type ColumnMatch, guessedMatch, readMatch } from '../../../domain/catalogue/match-columns.ts';
import { CATALOGUE_COLUMNS } from '../../../domain/catalogue/product-columns.ts';
import { COLUMN_LABELS } from '../products/product-field.tsx';
import { t } from '../../../messages/console/t.ts';

/** What was chosen the last time. */
export const importColumns = createStored<ColumnMatch | null>({ key: 'importColumns', empty: null, read: readMatch });

/** Asks which columns of a sheet are which of the shop: the field of each has the name of theirs. */
export function MatchColumns({ header }: { header: readonly string[] }) {
  const remembered = importColumns.use();
  const guessed = guessedMatch(header, remembered);
  const choices = [...new Set(header)].map((name) => [name, capitalized(name.replaceAll('_', ' '))] as const);
  return (
    <fieldset key={JSON.stringify(guessed)} className="flex flex-col gap-3">
      <legend className="font-semibold">{t('Which columns are which?')}</legend>
      <p className="text-sm text-muted">
        {t(
          'The columns of this sheet have other names than those of the shop. Choose what each is, then press Check again. This browser remembers it. A new product needs a name, a price and a category; without an id it gets one of its name.',
        )}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {CATALOGUE_COLUMNS.map((column) => (
          <SelectField key={column} label={COLUMN_LABELS[column]} name={column} defaultValue={guessed[column] ?? ''}>
            <Options none={t('Not in this sheet')} of={choices} />
          </SelectField>
        ))}
      </div>
    </fieldset>
  );
}
