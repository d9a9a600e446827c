import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { suggestedId } from '../../../base/suggested-id.ts';
import type { Category } from '../../../domain/catalogue/catalogue.ts';
import { Button } from '../components/button.tsx';
import { Cell, RemoveRow } from '../rows/row.tsx';
import type { Rows } from '../rows/use-rows.ts';

/** Of a new category, suggested by its name. */
export function AddressCell({ name, error }: { name: string; error: string | undefined }) {
  const [id, setId] = useState('');
  return (
    <Cell
      label="Address"
      name="id"
      value={id || suggestedId(name).slice(0, 40)}
      onChange={({ currentTarget }) => setId(currentTarget.value)}
      error={error}
      maxLength={40}
      autoCapitalize="none"
      spellCheck={false}
      className="col-span-full lg:[&>span:first-child]:not-sr-only"
    />
  );
}

type StoredCategory = Category & { products: number };

interface CategoryBarProps {
  category: StoredCategory | null;
  at: number;
  list: Rows<StoredCategory>;
}

export function CategoryBar({ category, at, list }: CategoryBarProps) {
  /** The pressed button keeps the focus, although its row goes to another place. */
  const move = ({ currentTarget: pressed }: MouseEvent<HTMLButtonElement>, by: -1 | 1): void => {
    flushSync(() => list.move(at, by));
    const other = by === -1 ? pressed.nextElementSibling : pressed.previousElementSibling;
    if (!pressed.disabled) pressed.focus();
    else if (other instanceof HTMLElement) other.focus();
  };
  const products = category?.products ?? 0;
  return (
    <div className="col-span-full flex flex-wrap items-center gap-1.5">
      {category && products > 0 ? (
        <Link to={`/products?category=${category.id}`} className="tap text-sm text-muted figures hover:underline">
          {products === 1 ? '1 product' : `${products.toLocaleString('en')} products`}
        </Link>
      ) : (
        <RemoveRow onRemove={() => list.remove(at)} />
      )}
      <span className="ml-auto flex gap-1.5">
        <Button
          look="quiet"
          label="Move up"
          className="px-2.5"
          disabled={at === 0}
          onClick={(event) => move(event, -1)}
        />
        <Button
          look="quiet"
          label="Move down"
          className="px-2.5"
          disabled={at === list.rows.length - 1}
          onClick={(event) => move(event, 1)}
        />
      </span>
    </div>
  );
}
