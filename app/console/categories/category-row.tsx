import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { GROUP_NAMES } from '#messages';
import { type Category, GROUPS } from '../../../domain/catalogue/catalogue.ts';
import { Field, SelectField } from '../../components/field.tsx';
import { Button } from '../components/button.tsx';
import { suggestedId } from '../../../base/suggested-id.ts';

/** Null for a new one. */
export type Stored = (Category & { products: number }) | null;

interface CategoryRowProps {
  stored: Stored;
  /** Its place in the list. */
  at: number;
  isLast: boolean;
  errors: readonly { field?: string; reason: string }[];
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function CategoryRow({ stored, at, isLast, errors, onMove, onRemove }: CategoryRowProps) {
  const [name, setName] = useState(stored?.name ?? '');
  const [id, setId] = useState('');
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.reason;
  const general = errors.find((error) => error.field === undefined || (error.field === 'id' && stored));
  /** The pressed button keeps the focus, although its row goes to another place. */
  const move = ({ currentTarget: pressed }: MouseEvent<HTMLButtonElement>, by: -1 | 1): void => {
    flushSync(() => onMove(by));
    const other = by === -1 ? pressed.nextElementSibling : pressed.previousElementSibling;
    if (!pressed.disabled) pressed.focus();
    else if (other instanceof HTMLElement) other.focus();
  };
  return (
    <li>
      <fieldset aria-label={name || 'New category'} className="grid grid-cols-2 gap-x-3 gap-y-3 p-4 lg:grid-cols-4">
        <Field
          label="Category"
          name="name"
          defaultValue={stored?.name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
          error={errorOf('name')}
          maxLength={40}
          autoComplete="off"
          autoFocus={stored === null}
        />
        <Field
          label="Category in Bangla"
          name="nameBn"
          lang="bn"
          defaultValue={stored?.nameBn}
          error={errorOf('nameBn')}
          maxLength={40}
          autoComplete="off"
        />
        <div className="col-span-2 flex items-end gap-4 self-start">
          <div className="flex-1">
            <SelectField label="Group" name="group" defaultValue={stored?.group} error={errorOf('group')}>
              {GROUPS.map((group) => (
                <option key={group} value={group}>
                  {GROUP_NAMES[group]}
                </option>
              ))}
            </SelectField>
          </div>
          <label className="tap gap-2.5 font-medium">
            <input
              type="checkbox"
              name="shown"
              value={at}
              defaultChecked={stored?.shown ?? true}
              className="size-5 shrink-0 accent-leaf"
            />
            Shown
          </label>
        </div>
        {stored ? (
          <input type="hidden" name="id" value={stored.id} />
        ) : (
          <div className="col-span-2 lg:col-span-1">
            <Field
              label="Address"
              name="id"
              value={id || suggestedId(name).slice(0, 40)}
              onChange={({ currentTarget }) => setId(currentTarget.value)}
              error={errorOf('id')}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
        )}
        <div className={`col-span-2 ${stored ? '' : 'lg:col-span-1'}`}>
          <Field
            label="Other words"
            name="aliases"
            defaultValue={stored?.aliases}
            placeholder="alu|aloo|potato"
            error={errorOf('aliases')}
            autoComplete="off"
          />
        </div>
        <div className="col-span-2 flex flex-wrap items-end gap-x-1.5">
          {stored && stored.products > 0 ? (
            <Link to={`/products?category=${stored.id}`} className="tap text-sm text-muted figures hover:underline">
              {stored.products === 1 ? '1 product' : `${stored.products.toLocaleString('en')} products`}
            </Link>
          ) : null}
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
            {stored && stored.products > 0 ? null : (
              <Button look="quiet" label="Remove" className="px-2.5" onClick={onRemove} />
            )}
          </span>
        </div>
        {general ? (
          <p role="alert" className="col-span-full text-sm font-medium text-danger">
            {general.reason}
          </p>
        ) : null}
      </fieldset>
    </li>
  );
}
