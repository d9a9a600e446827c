import { type ComponentProps, createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import type { FormErrors } from '../state/forms/form-errors.ts';

interface Labelled {
  label: string;
  error?: string | null | undefined;
  /** What stands below it. */
  hint?: string | undefined;
  /** Of the field and its label together. */
  className?: string | undefined;
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
      {/* What is chosen from a list is known when its field is left: for another one, because nothing may move under a
          press on a button. */}
      <div
        ref={place}
        className="contents"
        onInput={({ target }) => again(target)}
        onBlur={({ relatedTarget }) => relatedTarget?.matches('input, select, textarea') && again()}
      >
        {children}
      </div>
    </Errors>
  );
}

export function Field({ label, error, hint, className, ...input }: Labelled & ComponentProps<'input'>) {
  return (
    <Frame {...{ label, error, hint, className }} name={input.name}>
      {(ids) => <input {...ids} {...input} className="input" />}
    </Frame>
  );
}

type SelectFieldProps = Labelled & ComponentProps<'select'>;

export function SelectField({ label, error, hint, className, children, ...select }: SelectFieldProps) {
  return (
    <Frame {...{ label, error, hint, className }} name={select.name}>
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

export function Frame({ label, name = '', error, hint, className = '', children }: FrameProps) {
  const id = useId();
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`];
  const ofForm = useFormError(name || ' ');
  const text = error ?? ofForm;
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': text ? true : undefined,
        'aria-describedby': text ? errorId : hint && hintId,
      })}
      <ErrorText id={errorId} text={text} />
      {hint ? (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

interface ErrorTextProps {
  id?: string;
  text: string | null | undefined;
  className?: string;
}

/** What is wrong, beside what it is about. */
export function ErrorText({ id, text, className = '' }: ErrorTextProps) {
  return text ? (
    <p id={id} role="alert" className={`text-sm font-semibold text-danger ${className}`}>
      {text}
    </p>
  ) : null;
}
