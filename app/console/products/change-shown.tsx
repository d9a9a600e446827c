import { useState } from 'react';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { raisedPrice } from '../../../domain/money.ts';
import { readNumber } from '../../../domain/typed/number.ts';
import { NumberField } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import { keepValues } from './kept-drafts.ts';
import { t } from '../../../messages/console/t.ts';

/** Changes all products of the list at once: as drafts, which are saved or thrown away like those of one product. */
export function ChangeShown({ rows }: { rows: readonly Required<CatalogueRow>[] }) {
  const [percent, setPercent] = useState('5');
  const share = Number(readNumber(percent, '%') ?? 0);
  return (
    <details className="-my-2">
      <summary className="tap text-sm font-semibold text-leaf">{t('Change all {n} shown', { n: rows.length })}</summary>
      <div className="flex flex-wrap items-end gap-2 pb-2">
        <Button look="quiet" label={t('All available')} onClick={() => keepValues(rows, 'available', () => 'yes')} />
        <Button look="quiet" label={t('None available')} onClick={() => keepValues(rows, 'available', () => 'no')} />
        <NumberField
          label={t('Dearer by')}
          unit="%"
          value={percent}
          onChange={({ currentTarget }) => setPercent(currentTarget.value)}
          frame="w-24"
        />
        <Button
          look="quiet"
          label={t('Change prices')}
          disabled={share === 0}
          onClick={() => keepValues(rows, 'price', ({ price }) => String(raisedPrice(price, share)))}
        />
      </div>
    </details>
  );
}
