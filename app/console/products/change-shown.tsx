import { useState } from 'react';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { raisedPrice } from '../../../domain/money.ts';
import { readNumber } from '../../../domain/typed/number.ts';
import { NumberField } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import { keepValues } from './kept-drafts.ts';

/** Changes all products of the list at once: as drafts, which are saved or thrown away like those of one product. */
export function ChangeShown({ rows }: { rows: readonly Required<CatalogueRow>[] }) {
  const [percent, setPercent] = useState('5');
  const share = Number(readNumber(percent, '%') ?? 0);
  return (
    <details className="-my-2">
      <summary className="tap text-sm font-semibold text-leaf">Change all {rows.length} shown</summary>
      <div className="flex flex-wrap items-end gap-2 pb-2">
        <Button look="quiet" label="All available" onClick={() => keepValues(rows, 'available', () => 'yes')} />
        <Button look="quiet" label="None available" onClick={() => keepValues(rows, 'available', () => 'no')} />
        <NumberField
          label="Dearer by"
          unit="%"
          value={percent}
          onChange={({ currentTarget }) => setPercent(currentTarget.value)}
          frame="w-24"
        />
        <Button
          look="quiet"
          label="Change prices"
          disabled={share === 0}
          onClick={() => keepValues(rows, 'price', ({ price }) => String(raisedPrice(price, share)))}
        />
      </div>
    </details>
  );
}
