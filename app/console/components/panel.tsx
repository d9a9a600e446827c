import { type ReactNode, useId } from 'react';

export function Panel({ heading, mark, children }: { heading: string; mark?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex items-center gap-2">
        <h2 id={id} className="text-lg font-bold">
          {heading}
        </h2>
        {mark}
      </div>
      {children}
    </section>
  );
}
