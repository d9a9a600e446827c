import { type ComponentProps, type ReactNode, useId } from 'react';

interface Labelled {
  label: string;
  /** What is wrong with what was typed, told beside the field. */
  error?: string | null | undefined;
  /** Marks the field where the message is told elsewhere. */
  invalid?: boolean | undefined;
}

/** A labelled text field with its own message. */
export function Field({ label, error, invalid, ...input }: Labelled & ComponentProps<'input'>) {
  return (
    <Frame label={label} error={error} invalid={invalid}>
      {(ids) => <input {...ids} {...input} className="input" />}
    </Frame>
  );
}

/** A labelled choice with its own message. */
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

interface FieldIds {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** The label above a control and the message below it, tied to it for assistive technology. */
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

/** Leads to the field that is wrong: on a phone it may be far above the button that was pressed. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
