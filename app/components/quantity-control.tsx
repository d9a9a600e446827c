import { formatNumber } from '../../messages/format.ts';
import { DECREASE_QUANTITY, INCREASE_QUANTITY } from '#messages';
import type { ReactNode } from 'react';
import Minus from 'virtual:icons/minus';
import Plus from 'virtual:icons/plus';
import Trash from 'virtual:icons/trash';
import { type CartAction, type CartItem, decrease, increase } from '../../domain/orders/cart.ts';
import { moveFocusNearby } from './move-focus-nearby.ts';

interface QuantityControlProps {
  item: CartItem;
  onChange: (action: CartAction) => void;
  /** It has just replaced the pressed button and takes over the keyboard focus. */
  focused?: boolean;
  describedBy?: string | undefined;
  /** Stands in place of the quantity: where it can be typed. */
  children?: ReactNode;
}

/** Minus, the quantity, plus. Minus at 1 removes the product (product §4). */
export function QuantityControl({ item, onChange, focused = false, describedBy, children }: QuantityControlProps) {
  const button = '-m-px tap shrink-0 justify-center rounded-xl text-leaf-strong hover:bg-surface';
  return (
    // The pressed button becomes it. Its edge is seen in forced colours.
    <div
      className={`flex min-w-0 items-center justify-between rounded-xl border border-transparent bg-leaf-soft ${focused ? '[transition:background-color_160ms] starting:bg-leaf' : ''}`}
    >
      <button
        type="button"
        className={button}
        aria-label={DECREASE_QUANTITY}
        aria-describedby={describedBy}
        onClick={({ currentTarget }) => {
          moveFocusNearby(currentTarget);
          onChange(decrease(item));
        }}
      >
        {item.quantity > 1 ? <Minus className="size-5" /> : <Trash className="size-5" />}
      </button>
      {children ?? (
        <span className="pointer-events-none -mx-2 min-w-0 truncate font-semibold figures" aria-live="polite">
          {formatNumber(item.quantity)}
        </span>
      )}
      <button
        type="button"
        className={button}
        autoFocus={focused}
        aria-label={INCREASE_QUANTITY}
        aria-describedby={describedBy}
        onClick={() => onChange(increase(item))}
      >
        <Plus className="size-5" />
      </button>
    </div>
  );
}
