import { type ReactNode, useRef } from 'react';
import { useNavigation } from 'react-router';
import { useFocusBack } from './use-focus-back.ts';

/** A short form in the middle of the screen: logging in, registering, resetting. */
export function FormScreen({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md py-4 sm:py-10">
      <div className="panel flex flex-col gap-4 p-5 sm:p-8">
        <h1 className="text-2xl font-bold tracking-tight">{heading}</h1>
        {children}
      </div>
    </div>
  );
}

/** What went wrong with a whole form; it takes the focus that the form's button has lost. */
export function FormFault({ text }: { text: string | null | undefined }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useFocusBack(useNavigation().state !== 'idle', ref);
  return text ? (
    <p ref={ref} role="alert" tabIndex={-1} className="rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger">
      {text}
    </p>
  ) : null;
}
