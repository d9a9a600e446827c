import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { PAGE_FAILED, UNEXPECTED_ERROR } from '../../domain/messages.ts';

/**
 * A navigation inside the browser is silent to a screen reader: the new screen's title is read out, politely, and a focus that
 * went away with the old screen goes to the new one. It follows `main`, so that a screen may take the focus first.
 */
export function Announcer() {
  const { pathname, search } = useLocation();
  // A form that is posted writes its address in another way.
  const address = `${pathname}?${new URLSearchParams(search)}`;
  const [text, setText] = useState('');
  const last = useRef(address);
  useEffect(() => {
    if (last.current === address) return;
    last.current = address;
    const { title, activeElement, body } = document;
    setText(title.startsWith(UNEXPECTED_ERROR) ? PAGE_FAILED : title);
    if (activeElement === body) document.querySelector('main')?.focus({ preventScroll: true });
  }, [address]);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
