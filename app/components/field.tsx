import { type ComponentProps, createContext, type ReactNode, use, useEffect, useId, useRef } from 'react';
import type { FormErrors } from '../state/forms/form-errors.ts';

interface Labelled {
  label: string;
  error?: string | null | undefined;
}

const Errors = createContext<FormErrors>([]);

export function useFormError(field: string): string | undefined {
  return use(Errors).find((error) => error.field === field)?.message;
}

/** Around the fields of a form: each gets its message, and the first bad one the focus. */
export function FieldErrors({ errors, children }: { errors: FormErrors; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.length > 0) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  return (
    <Errors value={errors}>
      <div ref={place} className="contents">
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
