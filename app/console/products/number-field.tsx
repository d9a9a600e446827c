import { type ComponentProps, useId } from 'react';

interface NumberFieldProps extends Pick<
  ComponentProps<'input'>,
  'name' | 'value' | 'defaultValue' | 'min' | 'max' | 'step' | 'onChange'
> {
  label: string;
  unit: string;
  error?: string | null | undefined;
  /** What the field says besides: what others have stored meanwhile. */
  note?: string | null | undefined;
  hint?: string | undefined;
  /** Shows the label to screen readers only, from the width of a desk on: there it stands above the column. */
  inColumn?: boolean;
}

export function NumberField({ label, unit, error, note, hint, inColumn = false, ...input }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={`text-sm ${inColumn ? 'text-muted lg:sr-only' : 'font-medium'}`}>
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type="number"
          step={0.01}
          inputMode="decimal"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-unit${error ? ` ${id}-error` : ''}${note ? ` ${id}-note` : ''}`}
          className="input pr-9 text-right figures"
          {...input}
        />
        <span id={`${id}-unit`} className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted">
          {unit}
        </span>
      </div>
      {hint ? <p className="text-sm text-muted">{hint}</p> : null}
      <FieldNotes id={id} error={error} note={note} />
    </div>
  );
}

export function FieldNotes({ id, error, note }: { id: string } & Pick<NumberFieldProps, 'error' | 'note'>) {
  return (
    <>
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
      {note ? (
        <p id={`${id}-note`} className="text-sm font-medium text-clay">
          {note}
        </p>
      ) : null}
    </>
  );
}
