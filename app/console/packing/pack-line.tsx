import { useState } from 'react';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { canBeWeighed, type PackFault } from '../../../domain/orders/pack-order.ts';
import { displayedPrice } from '../../../domain/orders/pricing.ts';
import { formatMeasure } from '../../../messages/format.ts';
import { LineMeasure } from '../../components/order/line-measure.tsx';
import { Thumbnail } from '../../components/picture.tsx';
import { CheckBox, Note, NumberField } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import { formatTk } from '../kit/values.tsx';
import { ProductFinder } from '../orders/order-form.tsx';
import { isDone, missingOf, type Tick, weightIn } from './ticks.ts';

interface PackLineProps {
  line: CartItem;
  tick: Tick;
  byWeight: ReadonlySet<string>;
  faults: ReadonlyMap<string, PackFault>;
  /** What is in the order, and comes instead of nothing. */
  taken: readonly { id: string }[];
  onChange: (tick: Tick) => void;
}

/** A line as a thumb hits it: it is in the bag, or short of some, or another product is. */
export function PackLine({ line, tick, byWeight, faults, taken, onChange }: PackLineProps) {
  const { id, name, name_bn, quantity } = line;
  const { short, other } = tick;
  const [isAsking, setAsking] = useState(false);
  const set = (part: Partial<Tick>): void => onChange({ ...tick, ...part });
  const missing = missingOf(tick);
  const left = quantity - missing;
  const isTicked = isDone(tick);
  return (
    <li aria-label={name} className={`flex flex-col gap-2 px-4 py-3 ${isTicked ? 'bg-leaf-soft' : ''}`}>
      <label className="flex min-h-16 cursor-pointer items-center gap-3 text-lg">
        <input
          type="checkbox"
          aria-label={name}
          className="size-9 shrink-0 accent-leaf"
          checked={isTicked}
          onChange={({ target }) => set({ done: target.checked })}
        />
        <Thumbnail {...line} sizes="64px" className="size-16 rounded-xl" />
        <span className={`min-w-0 flex-1 ${left === 0 ? 'text-muted line-through' : ''}`}>
          <b translate="no" className="block font-extrabold break-words">
            {name}
          </b>
          {name_bn ? (
            <span lang="bn" className="block">
              {name_bn}
            </span>
          ) : null}
          <span className="block figures">
            <b className="font-extrabold">{left || quantity} ×</b> {formatMeasure(line)}
          </span>
        </span>
      </label>
      {line.instead ? <LineMeasure line={line} /> : null}
      <div className="flex flex-wrap items-end gap-2">
        <Button
          look="quiet"
          label="Short"
          aria-label={`${name} is short`}
          aria-pressed={short !== null}
          onClick={() => set({ short: short === null ? '1' : null, other: null })}
        />
        <Button
          look="quiet"
          label="Instead"
          aria-label={`Instead of ${name}`}
          aria-pressed={isAsking || other !== null}
          onClick={() => {
            setAsking(!isAsking && !other);
            if (other) set({ other: null });
          }}
        />
        {short !== null && quantity > 1 ? (
          <NumberField
            label="Pieces short"
            unit={`of ${quantity}`}
            frame="w-28"
            className="input pr-14 text-right figures"
            inputMode="numeric"
            value={short}
            onChange={({ target }) => set({ short: target.value })}
          />
        ) : null}
        {left > 0 && canBeWeighed(line, byWeight) ? (
          <Weight of={line} inBag={tick} fault={faults.get(id)} onChange={set} />
        ) : null}
      </div>
      {left > 0 ? <Asks of={line} inBag={tick} fault={faults.get(id)} onChange={set} /> : null}
      {isAsking && !other ? (
        <ProductFinder
          label={`What comes instead of ${name}`}
          without={taken}
          onChoose={({ byWeight: isWeighed, ...product }) => {
            setAsking(false);
            const pieces = String(missing || quantity);
            set({
              short: missing > 0 ? short : pieces,
              other: { product, byWeight: isWeighed, pieces, weight: '', agreed: false },
            });
          }}
        />
      ) : null}
      {other && missing > 0 ? (
        <div
          role="group"
          aria-label={other.product.name}
          className="flex flex-col gap-2 rounded-xl border border-line p-3"
        >
          <p className="text-lg">
            <b className="break-words">{other.product.name}</b>{' '}
            <span className="text-muted">
              {formatMeasure(other.product)}, {formatTk(displayedPrice(other.product))}
            </span>
          </p>
          <div className="flex flex-wrap items-end gap-2">
            <NumberField
              label="Pieces"
              unit="×"
              frame="w-28"
              inputMode="numeric"
              value={other.pieces}
              onChange={({ target }) => set({ other: { ...other, pieces: target.value, agreed: false } })}
            />
            {canBeWeighed({ ...other.product, quantity: 1 }, byWeight) ? (
              <Weight of={other.product} inBag={other} onChange={(part) => set({ other: { ...other, ...part } })} />
            ) : null}
          </div>
          <Asks
            of={other.product}
            inBag={other}
            fault={faults.get(other.product.id)}
            onChange={(part) => set({ other: { ...other, ...part } })}
          />
        </div>
      ) : null}
    </li>
  );
}

interface InBagProps {
  of: Pick<CartItem, 'name' | 'unit'>;
  inBag: Pick<Tick, 'weight' | 'agreed'>;
  fault?: PackFault | undefined;
  onChange: (part: Partial<Pick<Tick, 'weight' | 'agreed'>>) => void;
}

function Weight({ of: { name, unit }, inBag: { weight }, onChange }: InBagProps) {
  return (
    <NumberField
      label="Weight"
      aria-label={`Weight of ${name}`}
      unit={unit}
      frame="w-32"
      value={weight}
      note={weightIn(weight) === null ? 'A number such as 1.08' : undefined}
      onChange={({ target }) => onChange({ weight: target.value, agreed: false })}
    />
  );
}

const ASKED: Readonly<Partial<Record<PackFault, string>>> = {
  'over-weight': 'It weighs over 10 % more than was ordered.',
  'dearer-instead': 'It is dearer than what it comes instead of.',
};

/** What the customer has to agree to. */
function Asks({ of: { name }, inBag: { agreed }, fault, onChange }: InBagProps) {
  const asked = fault && ASKED[fault];
  if (!asked && !agreed) return null;
  return (
    <div role="status">
      <Note text={asked} />
      <CheckBox
        label="Customer agrees"
        aria-label={`Customer agrees: ${name}`}
        className="gap-2 text-lg"
        look="size-7 shrink-0 accent-leaf"
        checked={agreed}
        onChange={({ target }) => onChange({ agreed: target.checked })}
      />
    </div>
  );
}
