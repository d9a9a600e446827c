import { type RefObject, useEffect, useRef } from 'react';

/** A button that is disabled while its form is sent loses the focus. Then `element` gets it, if nothing has. */
export function useRestoreFocus(busy: boolean, element: RefObject<HTMLElement | null>): void {
  const before = useRef(false);
  useEffect(() => {
    const holder = document.activeElement;
    const free = holder === document.body || holder?.matches('[type=submit]') === true;
    if (before.current && !busy && free) element.current?.focus();
    before.current = busy;
  }, [busy, element]);
}
