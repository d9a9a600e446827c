import { type RefObject, useEffect, useRef } from 'react';

/**
 * A button that is disabled while its form is on the way loses the keyboard's focus, unless the answer comes before the browser
 * has noticed. Once that is over and nothing else has taken the focus, the element gets it.
 */
export function useFocusBack(busy: boolean, element: RefObject<HTMLElement | null>): void {
  const before = useRef(false);
  useEffect(() => {
    const holder = document.activeElement;
    const free = holder === document.body || holder?.matches('[type=submit]') === true;
    if (before.current && !busy && free) element.current?.focus();
    before.current = busy;
  }, [busy, element]);
}
