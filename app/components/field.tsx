import { type ComponentProps, type ReactNode, useId } from 'react';

interface Labelled {
  label: string;
  error?: string | null | undefined;
  /** Marks the field when its message is shown elsewhere. */
  invalid?: boolean | undefined;
}

export function Field({ label, error, invalid, ...input }: Labelled & ComponentProps<'input'>) {
  return (
    <Frame label={label} error={error} invalid={invalid}>
      {(ids) => <input {...ids} {...input} className="input" />}
    </Frame>
  );
}

export function SelectField({ label, error, invalid, children, ...select }: Labelled & ComponentProps<'select'>) {
  return (
    <Frame label={label} error={error} invalid={invalid}>
      {(ids) => (
        <select {...ids} {...select} className="input">
          {children}
        </select>
      )}
    </Frame>
  );
}

type FieldIds = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>;

export function Frame({ label, error, invalid, children }: Labelled & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error || invalid ? true : undefined,
        'aria-describedby': error ? errorId : undefined,
      })}
      {error ? (
        <p id={errorId} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Moves the focus to a bad field: on a phone it may be far above the pressed button. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
