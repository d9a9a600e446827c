import { formatNumber } from '../../messages/format.ts';
import { QUANTITY } from '#messages';
import { useState } from 'react';
import { type CartAction, type CartItem, parseQuantity } from '../../domain/orders/cart.ts';

/** More digits than any order may have. */
const MAX_DIGITS = 5;

interface QuantityInputProps {
  item: CartItem;
  onChange: (action: CartAction) => void;
  label?: string;
}

/** The arrow keys change the quantity by one. What is no quantity goes when the shopper leaves the field. */
export function QuantityInput({ item, onChange, label = QUANTITY }: QuantityInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const set = (quantity: number): void => onChange({ type: 'CONTROL_QUANTITY', item: { ...item, quantity } });
  return (
    <>
      <input
        // Not `type="number"`, which takes no Bangla digits.
        type="text"
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={item.quantity}
        aria-valuemin={1}
        maxLength={Math.max(MAX_DIGITS, String(item.quantity).length)}
        className="min-h-11 min-w-0 flex-1 rounded-xl bg-transparent text-center font-semibold figures"
        value={typed ?? formatNumber(item.quantity)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => setTyped(null)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          const quantity = parseQuantity(value);
          if (quantity !== null) set(quantity);
        }}
        onKeyDown={(event) => {
          const step = { ArrowUp: 1, ArrowDown: -1, Enter: 0 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          setTyped(null);
          if (item.quantity + step >= 1) set(item.quantity + step);
        }}
      />
      <span className="sr-only" aria-live="polite">
        {formatNumber(item.quantity)}
      </span>
    </>
  );
}
