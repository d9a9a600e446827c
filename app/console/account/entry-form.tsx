import { type ReactNode, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../components/button.tsx';
import { useRestoreFocus } from '../../components/use-restore-focus.ts';

interface EntryFormProps {
  heading: string;
  hint?: string;
  error: string | undefined;
  submit: string;
  below?: ReactNode;
  children: ReactNode;
}

export function EntryForm({ heading, hint, error, submit, below, children }: EntryFormProps) {
  const busy = useNavigation().state !== 'idle';
  const message = useRef<HTMLParagraphElement>(null);
  useRestoreFocus(busy, message);
  return (
    <div className="mx-auto w-full max-w-md py-4 sm:py-10">
      <title>{heading}</title>
      <div className="panel flex flex-col gap-4 p-5 sm:p-8">
        <h1 className="text-2xl font-bold tracking-tight">{heading}</h1>
        {hint ? <p className="text-muted">{hint}</p> : null}
        <Form method="post" className="flex flex-col gap-4">
          {error ? (
            <p
              ref={message}
              role="alert"
              tabIndex={-1}
              className="rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger"
            >
              {error}
            </p>
          ) : null}
          {children}
          <Button label={submit} disabled={busy} />
        </Form>
        {below}
      </div>
    </div>
  );
}
