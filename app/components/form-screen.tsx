import type { ReactNode } from 'react';

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

/** What went wrong with a whole form. */
export function FormFault({ text }: { text: string | null | undefined }) {
  return text ? (
    <p role="alert" className="rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger">
      {text}
    </p>
  ) : null;
}
