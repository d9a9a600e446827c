import { type ComponentProps, type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { suggestedId } from '../../../base/suggested-id.ts';
import type { Category } from '../../../domain/catalogue/catalogue.ts';
import { Button } from '../components/button.tsx';
import { Cell, RemoveRow, Row } from '../rows/row.tsx';

interface CategoryRowProps extends Omit<ComponentProps<typeof Row>, 'name' | 'children'> {
  stored: (Category & { products: number }) | null;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function CategoryRow({ isLast, onMove, onRemove, ...row }: CategoryRowProps) {
  const { stored, at, faults } = row;
  const [name, setName] = useState(stored?.name ?? '');
  const [id, setId] = useState('');
  /** The pressed button keeps the focus, although its row goes to another place. */
  const move = ({ currentTarget: pressed }: MouseEvent<HTMLButtonElement>, by: -1 | 1): void => {
    flushSync(() => onMove(by));
    const other = by === -1 ? pressed.nextElementSibling : pressed.previousElementSibling;
    if (!pressed.disabled) pressed.focus();
    else if (other instanceof HTMLElement) other.focus();
  };
  return (
    <Row
      {...row}
      name={name || 'New category'}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'name') setName(target.value);
      }}
    >
      {stored ? null : (
        <Cell
          label="Address"
          name="id"
          value={id || suggestedId(name).slice(0, 40)}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
          error={faults.find(({ field }) => field === 'id')?.reason}
          maxLength={40}
          autoCapitalize="none"
          spellCheck={false}
          className="col-span-3 lg:col-span-1"
        />
      )}
      <div className="col-span-full flex flex-wrap items-center gap-1.5">
        {stored && stored.products > 0 ? (
          <Link to={`/products?category=${stored.id}`} className="tap text-sm text-muted figures hover:underline">
            {stored.products === 1 ? '1 product' : `${stored.products.toLocaleString('en')} products`}
          </Link>
        ) : (
          <RemoveRow onRemove={onRemove} />
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
            disabled={isLast}
            onClick={(event) => move(event, 1)}
          />
        </span>
      </div>
    </Row>
  );
}
