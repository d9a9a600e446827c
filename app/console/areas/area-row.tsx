import { type ComponentProps, useId } from 'react';
import type { Area } from '../../../domain/shop/areas.ts';
import type { DeliveryFee } from '../../../domain/orders/pricing.ts';
import { moveFocusNearby } from '../../components/move-focus-nearby.ts';

export const AREA_COLUMNS = 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6.5rem_6.5rem_6.5rem_6.5rem_5rem] lg:gap-x-3';
export const AREA_LABELS = {
  name: 'Area',
  nameBn: 'Area in Bangla',
  fee: 'Fee',
  freeFrom: 'Free from',
  minimum: 'Smallest order',
} as const;

interface AreaRowProps {
  /** Null for a new one. */
  area: Area | null;
  /** Its place in the form. */
  at: number;
  /** What holds where it says nothing. */
  usual: DeliveryFee;
  hidden: boolean;
  errorOf: (property: keyof Area) => string | undefined;
  onRemove: () => void;
}

/** The fields keep what is typed by themselves: a list can have thousands. */
export function AreaRow({ area, at, usual, hidden, errorOf, onRemove }: AreaRowProps) {
  const cell = (name: keyof typeof AREA_LABELS) => ({
    name,
    label: AREA_LABELS[name],
    defaultValue: area?.[name] ?? '',
    error: errorOf(name),
  });
  const amount = (name: keyof DeliveryFee) => ({
    ...cell(name),
    type: 'number',
    inputMode: 'decimal' as const,
    step: 'any',
    min: 0,
    placeholder: String(usual[name] ?? ''),
    className: 'col-span-2 lg:col-span-1',
  });
  return (
    <li
      hidden={hidden}
      className="[content-visibility:auto] [contain-intrinsic-height:auto_11rem] p-3 lg:px-4 lg:py-1.5"
    >
      <fieldset
        aria-label={area?.name ?? 'New area'}
        className={`grid grid-cols-6 items-end gap-x-2 gap-y-1.5 lg:items-start ${AREA_COLUMNS}`}
      >
        <input type="hidden" name="id" value={area?.id ?? ''} />
        <Cell {...cell('name')} maxLength={80} autoFocus={area === null} className="col-span-3 lg:col-span-1" />
        <Cell {...cell('nameBn')} maxLength={80} lang="bn" className="col-span-3 lg:col-span-1" />
        <Cell {...amount('fee')} />
        <Cell {...amount('freeFrom')} />
        <Cell {...amount('minimum')} />
        <label className="tap col-span-3 gap-2.5 font-medium lg:col-span-1">
          <input
            type="checkbox"
            name="delivers"
            value={at}
            defaultChecked={area?.delivers ?? true}
            className="size-5 shrink-0 accent-leaf"
          />
          Delivers
        </label>
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
      </fieldset>
    </li>
  );
}

interface CellProps extends ComponentProps<'input'> {
  label: string;
  error: string | undefined;
}

function Cell({ label, error, className, ...input }: CellProps) {
  const id = useId();
  return (
    <label className={`flex min-w-0 flex-col gap-0.5 text-sm text-muted ${className}`}>
      <span className="truncate text-[0.8125rem] lg:sr-only">{label}</span>
      <input
        autoComplete="off"
        {...input}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        className={`input text-base ${input.type === 'number' ? 'px-2 text-right figures' : ''}`}
      />
      {error ? (
        <span id={id} role="alert" className="font-medium text-danger">
          {error}
        </span>
      ) : null}
    </label>
  );
}
