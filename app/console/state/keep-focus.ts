import { type RefObject, useEffect, useRef } from 'react';

/** When what had the keyboard focus disappears as `shown` changes, `element`, else the content, gets the focus, and not the top of the page. */
export function useKeepFocus(element: RefObject<HTMLElement | null> | null, shown: unknown): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement !== document.body) return;
    (element ? element.current : document.querySelector('main'))?.focus({ preventScroll: element === null });
  }, [element, shown]);
}
