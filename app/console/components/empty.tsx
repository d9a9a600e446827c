import type { ReactNode } from 'react';

/** What a list says when it has nothing, and what to do then. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="panel px-5 py-10 text-center text-muted">{children}</p>;
}
