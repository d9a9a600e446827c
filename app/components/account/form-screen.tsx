import { FIELD_LABELS, REQUIRED } from '#messages';
import { type ComponentProps, type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { formatMessage } from '../../../messages/format.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { type FormErrors, NO_ERRORS } from '../../state/forms/form-errors.ts';
import { Field, FieldErrors, useFormError } from '../field.tsx';
import { useRestoreFocus } from '../use-restore-focus.ts';

export function FormScreen({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md py-4 sm:py-10">
      <div className="panel flex flex-col gap-4 p-4">
        <h1>{heading}</h1>
        {children}
      </div>
    </div>
  );
}

interface CheckedFormProps {
  /** The shop's answer. */
  answer: { readonly errors: FormErrors } | undefined;
  children: ReactNode;
}

/** A form that says at its fields what the browser finds wrong before it is sent, then what the shop answers. */
export function CheckedForm({ answer, children }: CheckedFormProps) {
  const [found, setFound] = useState<{ errors: FormErrors; after: CheckedFormProps['answer'] }>();
  const errors = found && found.after === answer ? found.errors : (answer?.errors ?? NO_ERRORS);
  const check = (event: SubmitEvent<HTMLFormElement>): void => {
    const errors = invalidFields(event.currentTarget);
    setFound({ errors, after: answer });
    if (errors.length > 0) event.preventDefault();
  };
  return (
    <Form method="post" noValidate onSubmit={check} className="flex flex-col gap-4">
      <FieldErrors errors={errors} check={invalidFields}>
        <WholeFormError />
        {children}
      </FieldErrors>
    </Form>
  );
}

function invalidFields(form: HTMLFormElement): FormErrors {
  return [...form.elements].flatMap((field) => {
    if (!(field instanceof HTMLInputElement) || field.validity.valid) return [];
    const { typeMismatch, tooShort } = field.validity;
    const code = typeMismatch ? 'invalid-email' : tooShort ? 'password-too-short' : null;
    const required = { field: field.labels?.[0]?.textContent ?? '' };
    return { field: field.name, message: code ? sentenceOf({ code }) : formatMessage(REQUIRED, required) };
  });
}

/** It takes the focus, because the form's button was disabled and has lost it. */
function WholeFormError() {
  const text = useFormError('');
  const ref = useRef<HTMLParagraphElement>(null);
  useRestoreFocus(useNavigation().state !== 'idle', ref);
  return text ? (
    <p ref={ref} role="alert" tabIndex={-1} className="notice notice-bad">
      {text}
    </p>
  ) : null;
}

export function EmailField(input: ComponentProps<'input'>) {
  return (
    <Field
      label={FIELD_LABELS.email}
      name="email"
      type="email"
      autoComplete="username"
      required
      maxLength={FIELD_LIMITS.email}
      {...input}
    />
  );
}

export function SubmitButton({ className = 'btn-primary', children }: { className?: string; children: string }) {
  return (
    <button type="submit" className={`btn ${className}`} disabled={useNavigation().state !== 'idle'}>
      {children}
    </button>
  );
}
