import type { ReactNode } from 'react';

export function Empty({ children }: { children: ReactNode }) {
  return <p className="panel px-5 py-10 text-center text-muted">{children}</p>;
}
