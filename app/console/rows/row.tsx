import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { asRecord } from '../../../base/record.ts';
import { moveFocusNearby } from '../../components/move-focus-nearby.ts';
import type { Listed, RowFault } from './use-rows.ts';

/** What the rows of a list have. Its class name is the place on a phone. */
export interface Column extends ComponentProps<'input'> {
  name: string;
  label: string;
  /** Of a select: values and texts. */
  options?: readonly (readonly [string, string])[];
}

export interface RowProps<T> {
  /** Null for a new one. */
  stored: T | null;
  /** Its place in the form. */
  at: number;
  faults: readonly RowFault[];
  columns: readonly Column[];
  /** The columns on a desk. */
  layout: string;
  /** What one is called. */
  one: string;
  hidden: boolean;
  /** What follows the fields, by the name that is typed. */
  children: (typed: string) => ReactNode;
  /** A row is called what is typed. */
  followsName: boolean;
}

/** The fields keep what is typed by themselves: a list can have thousands. */
export function Row<T extends Listed>({ stored, at, faults, columns, layout, one, ...row }: RowProps<T>) {
  const [typed, setTyped] = useState(stored?.name ?? '');
  const values = asRecord(stored) ?? {};
  const general = faults.filter(({ field }) =>
    field === 'id' ? stored : !columns.some((column) => column.name === field),
  );
  return (
    <li
      hidden={row.hidden}
      className="[content-visibility:auto] [contain-intrinsic-height:auto_11rem] p-3 lg:px-4 lg:py-1.5"
    >
      <fieldset
        aria-label={(row.followsName ? typed : stored?.name) || `New ${one}`}
        onInput={({ target }) => {
          if (row.followsName && target instanceof HTMLInputElement && target.name === 'name') setTyped(target.value);
        }}
        className={`grid grid-cols-6 items-start gap-x-2 gap-y-1.5 lg:gap-x-3 ${layout}`}
      >
        {stored ? <input type="hidden" name="id" value={stored.id} /> : null}
        {columns.map((column, index) =>
          column.type === 'checkbox' ? (
            <label
              key={column.name}
              className={`tap gap-2.5 self-end font-medium lg:col-span-1 lg:self-start ${column.className ?? 'col-span-3'}`}
            >
              <input
                type="checkbox"
                name={column.name}
                value={at}
                defaultChecked={values[column.name] !== false}
                className="size-5 shrink-0 accent-leaf"
              />
              {column.label}
            </label>
          ) : (
            <Cell
              key={column.name}
              {...column}
              defaultValue={String(values[column.name] ?? '')}
              error={faults.find(({ field }) => field === column.name)?.reason}
              autoFocus={!stored && index === 0}
            />
          ),
        )}
        {row.children(typed)}
        {general.map(({ reason }) => (
          <p key={reason} role="alert" className="col-span-full text-sm font-medium text-danger">
            {reason}
          </p>
        ))}
      </fieldset>
    </li>
  );
}

export function Cell({ label, error, options, className, ...field }: Column & { error: string | undefined }) {
  const id = useId();
  const aria = {
    'aria-label': label,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
  };
  return (
    <label className={`flex min-w-0 flex-col gap-0.5 text-sm text-muted lg:col-span-1 ${className ?? 'col-span-3'}`}>
      <span className="truncate text-[0.8125rem] lg:sr-only">{label}</span>
      {options ? (
        <select {...aria} name={field.name} defaultValue={field.defaultValue || undefined} className="input text-base">
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input
          autoComplete="off"
          {...field}
          {...aria}
          className={`input text-base ${field.type === 'number' ? 'px-2 text-right figures' : ''}`}
        />
      )}
      {error ? (
        <span id={id} role="alert" className="font-medium text-danger">
          {error}
        </span>
      ) : null}
    </label>
  );
}

export function RemoveRow({ onRemove }: { onRemove: () => void }) {
  return (
    <button
      type="button"
      className="tap col-span-3 justify-end rounded-lg text-sm text-danger underline underline-offset-4 lg:col-span-1"
      onClick={({ currentTarget }) => {
        moveFocusNearby(currentTarget);
        onRemove();
      }}
    >
      Remove
    </button>
  );
}
