import { type ReactNode, useEffect, useRef, useState } from 'react';

interface SaveBarProps {
  /** Whether something is not saved. Without it: whether something was typed into its form, until that is reset. */
  changed?: boolean | undefined;
  /** It is there from the start, at the end of its form. */
  always?: boolean;
  children: ReactNode;
}

/** The last part of a form: it comes into sight as soon as there is something to save. */
export function SaveBar({ changed, always = false, children }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(false);
  const isNeeded = changed ?? typed;
  useEffect(() => {
    const form = bar.current?.closest('form');
    const mounted = new AbortController();
    form?.addEventListener('input', () => setTyped(true), mounted);
    form?.addEventListener('reset', () => setTyped(false), mounted);
    return () => mounted.abort();
  }, []);
  useEffect(() => {
    const isLost = !isNeeded && !always && bar.current?.contains(document.activeElement);
    if (isLost) document.querySelector('main')?.focus({ preventScroll: true });
  }, [isNeeded, always]);
  const place = always ? 'flex flex-wrap gap-2' : 'hidden noscript:flex';
  return (
    <div ref={bar} className={isNeeded ? 'bottom-bar' : place}>
      {children}
    </div>
  );
}
