import { type ComponentProps, createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import type { FormErrors } from '../state/forms/form-errors.ts';

interface Labelled {
  label: string;
  error?: string | null | undefined;
}

const Errors = createContext<FormErrors>([]);

export function useFormError(field: string): string | undefined {
  return use(Errors).find((error) => error.field === field)?.message;
}

interface FieldErrorsProps {
  errors: FormErrors;
  /** What is wrong in the form now. Without it a message goes when its field is typed into. */
  check?: (form: HTMLFormElement) => FormErrors;
  children: ReactNode;
}

/**
 * Around the fields of a form: each gets its message, and the first bad one the focus. A message goes as soon as its field
 * is right.
 */
export function FieldErrors({ errors, check, children }: FieldErrorsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [later, setLater] = useState({ of: errors, errors });
  const shown = later.of === errors ? later.errors : errors;
  const again = (typed?: EventTarget): void => {
    const form = place.current?.closest('form');
    if (errors.length === 0 || !form) return;
    const now =
      check?.(form) ??
      shown.filter(({ field }) => !(typed instanceof HTMLElement) || field !== typed.getAttribute('name'));
    setLater({ of: errors, errors: errors.flatMap((error) => now.find(({ field }) => field === error.field) ?? []) });
  };
  useEffect(() => {
    if (errors.length > 0) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  return (
    <Errors value={shown}>
      {/* What is chosen from a list is known when its field is left. */}
      <div ref={place} className="contents" onInput={({ target }) => again(target)} onBlur={() => again()}>
        {children}
      </div>
    </Errors>
  );
}

export function Field({ label, error, ...input }: Labelled & ComponentProps<'input'>) {
  return (
    <Frame label={label} name={input.name} error={error}>
      {(ids) => <input {...ids} {...input} className="input" />}
    </Frame>
  );
}

export function SelectField({ label, error, children, ...select }: Labelled & ComponentProps<'select'>) {
  return (
    <Frame label={label} name={select.name} error={error}>
      {(ids) => (
        <select {...ids} {...select} className="input">
          {children}
        </select>
      )}
    </Frame>
  );
}

type FieldIds = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>;

interface FrameProps extends Labelled {
  name?: string | undefined;
  children: (ids: FieldIds) => ReactNode;
}

export function Frame({ label, name = '', error, children }: FrameProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const ofForm = useFormError(name || ' ');
  const text = error ?? ofForm;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': text ? true : undefined,
        'aria-describedby': text ? errorId : undefined,
      })}
      {text ? (
        <p id={errorId} role="alert" className="text-sm font-medium text-danger">
          {text}
        </p>
      ) : null}
    </div>
  );
}
