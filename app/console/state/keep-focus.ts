import { type RefObject, useEffect, useRef } from 'react';

/** When what had the keyboard focus disappears as `shown` changes, `element` gets the focus, instead of the top of the page. */
export function useKeepFocus(element: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement === document.body) element.current?.focus();
  }, [element, shown]);
}
