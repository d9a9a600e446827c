import type { ComponentProps } from 'react';

/** A radio as a row that is easy to hit. Its text is its name; what is `aria-hidden` in it is not. */
export function Choice({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-xl border border-line px-3 py-2 has-checked:border-leaf has-checked:bg-leaf-soft">
      <input type="radio" {...input} className="size-5 shrink-0 accent-leaf" />
      {children}
    </label>
  );
}
