import type { ReactNode } from 'react';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { displayedPrice } from '../../../domain/orders/pricing.ts';
import { formatMeasure, formatNumber, productName, secondName } from '../../../messages/format.ts';
import { PackedTexts } from '../orders/packed-texts.tsx';
import { Thumbnail } from '../../components/picture.tsx';
import { CheckBox, Note, NumberField } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import { formatTk } from '../kit/values.tsx';
import { ProductFinder } from '../orders/order-form.tsx';
import { type InBag, type packingOf, type Tick, weightIn } from './ticks.ts';
import { t, told } from '../../../messages/console/t.ts';

type Packing = ReturnType<typeof packingOf>;

interface PackLineProps {
  row: Packing['rows'][number];
  packing: Packing;
  onChange: (tick: Tick) => void;
}

/** A line as a thumb hits it: it is in the bag, or short of some, or another product is. */
export function PackLine({ row: { line, tick, missing, other, isDone }, packing, onChange }: PackLineProps) {
  const { quantity } = line;
  const name = productName(line);
  const set = (part: Partial<Tick>): void => onChange({ ...tick, ...part });
  const setOther = (part: Partial<Tick['other']>): void => set({ other: other && { ...other, ...part } });
  const isGone = missing === quantity;
  return (
    <li
      aria-label={name}
      className={`flex flex-col gap-2 px-4 py-3 first:rounded-t-[inherit] last:rounded-b-[inherit] ${isDone ? 'bg-leaf-soft' : ''}`}
    >
      <label className="flex min-h-16 cursor-pointer items-center gap-3 text-lg">
        <input
          type="checkbox"
          aria-label={name}
          className="size-9 shrink-0 accent-leaf"
          checked={isDone}
          onChange={({ target }) => set({ done: target.checked })}
        />
        <Thumbnail {...line} sizes="64px" className="size-16 rounded-xl" />
        <span className={`min-w-0 flex-1 ${isGone ? 'text-muted line-through' : ''}`}>
          <b translate="no" className="block font-extrabold break-words">
            {name}
          </b>
          <span lang="bn" className="block">
            {secondName(line)}
          </span>
          <b className="font-extrabold figures">{formatNumber(isGone ? quantity : quantity - missing)} ×</b>{' '}
          {formatMeasure(line)}
        </span>
      </label>
      <PackedTexts line={line} />
      <Bagged item={line} inBag={isGone ? null : tick} packing={packing} onChange={set}>
        <NumberField
          label={t('Short')}
          aria-label={t('Short of {name}', { name })}
          unit={`/ ${formatNumber(quantity)}`}
          frame="w-24"
          value={tick.short}
          onChange={({ target }) => set({ short: target.value })}
        />
      </Bagged>
      {missing > 0 && !other ? (
        <ProductFinder
          label={t('Instead of {name}', { name })}
          without={[...packing.rows.map((one) => one.line), ...packing.lines]}
          onChoose={(product) => set({ other: { product, pieces: String(missing), weight: '', agreed: false } })}
        />
      ) : null}
      {other ? (
        <div
          role="group"
          aria-label={productName(other.product)}
          className="flex flex-col gap-2 border-l-4 border-line pl-3"
        >
          <p className="flex items-center gap-2 text-lg">
            <span className="min-w-0 flex-1 break-words">
              <b>{productName(other.product)}</b> {formatMeasure(other.product)},{' '}
              {formatTk(displayedPrice(other.product))}
            </span>
            <Button look="word" leaves label={t('Remove')} onClick={() => set({ other: null })} />
          </p>
          <Bagged item={other.product} inBag={other} packing={packing} onChange={setOther}>
            <NumberField
              label={t('Pieces')}
              unit="×"
              frame="w-24"
              value={other.pieces}
              onChange={({ target }) => setOther({ pieces: target.value, agreed: false })}
            />
          </Bagged>
        </div>
      ) : null}
    </li>
  );
}

interface BaggedProps {
  item: Pick<CartItem, 'id' | 'name' | 'name_bn' | 'unit'>;
  /** Null: nothing of it. */
  inBag: InBag | null;
  packing: Packing;
  onChange: (part: Partial<InBag>) => void;
  children: ReactNode;
}

/** How much of a product is in the bag, and what the customer has to agree to. */
function Bagged({ item, inBag, packing: { faults, byWeight }, onChange, children }: BaggedProps) {
  const { id, unit } = item;
  const fault = faults.get(id);
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        {children}
        {inBag && byWeight.has(id) ? (
          <NumberField
            label={t('Weight')}
            aria-label={t('Weight of {name}', { name: productName(item) })}
            unit={told(unit)}
            frame="w-32"
            value={inBag.weight}
            note={weightIn(inBag.weight) === null ? t('A number such as 1.08') : undefined}
            onChange={({ target }) => onChange({ weight: target.value, agreed: false })}
          />
        ) : null}
      </div>
      {inBag && (inBag.agreed || fault) ? (
        <div role="status">
          <Note
            text={
              fault === 'over-weight'
                ? t('It weighs over 10 % more.')
                : fault && t('It is dearer than what is missing.')
            }
          />
          <CheckBox
            label={t('Customer agrees')}
            className="gap-2 text-lg"
            look="size-7 shrink-0 accent-leaf"
            checked={inBag.agreed}
            onChange={({ target }) => onChange({ agreed: target.checked })}
          />
        </div>
      ) : null}
    </>
  );
}
