import { ADDED, ADD_TO_CART, NOT_AVAILABLE } from '#messages';
import { useState } from 'react';
import Check from 'virtual:icons/check';
import type { Product } from '../../domain/catalogue/product.ts';
import { changeCart, useQuantity } from '../state/order/cart.ts';
import { QuantityControl } from './quantity-control.tsx';

/** The button that puts a product into the cart, and its quantity once it is there (product §2). `describedBy`: the id of its name. */
export function CartControls({ product, describedBy }: { product: Product; describedBy?: string }) {
  const quantity = useQuantity(product.id);
  // Button and quantity control replace each other, so the focus must move too.
  const [pressed, setPressed] = useState(false);
  if (!product.available) {
    return (
      <button type="button" disabled className="btn btn-primary card-add">
        {NOT_AVAILABLE}
      </button>
    );
  }
  if (quantity > 0)
    return (
      <QuantityControl
        item={{ ...product, quantity }}
        onChange={changeCart}
        focused={pressed}
        describedBy={describedBy}
      />
    );
  return (
    <button
      type="button"
      className="btn btn-primary card-add"
      aria-describedby={describedBy}
      autoFocus={pressed}
      // add-early.ts may have written `Added`.
      suppressHydrationWarning
      onClick={({ currentTarget }) => {
        // The browser lays out the whole page when a focused element is removed.
        currentTarget.blur();
        // The cart bar, which comes now, must not hide it.
        currentTarget.scrollIntoView({ block: 'nearest' });
        setPressed(true);
        changeCart({ type: 'ADD_PRODUCT', product });
      }}
    >
      {ADD_TO_CART}
    </button>
  );
}

export function AddedMark({ id }: { id: string }) {
  return useQuantity(id) > 0 ? (
    <button type="button" disabled className="card-added">
      <Check className="size-3.5" />
      {ADDED}
    </button>
  ) : null;
}
