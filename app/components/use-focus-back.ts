import { type RefObject, useEffect, useRef } from 'react';

/**
 * A button that is disabled while its form is on the way loses the keyboard's focus. Once that is over and nothing else
 * has taken the focus, the element gets it.
 */
export function useFocusBack(busy: boolean, element: RefObject<HTMLElement | null>): void {
  const before = useRef(false);
  useEffect(() => {
    if (before.current && !busy && document.activeElement === document.body) element.current?.focus();
    before.current = busy;
  }, [busy, element]);
}
