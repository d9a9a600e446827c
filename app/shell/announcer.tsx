import { PAGE_FAILED, UNEXPECTED_ERROR } from '#messages';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Screen readers do not notice a navigation in the page. After `main`: a screen can take the focus first. */
export function Announcer() {
  const { pathname, search } = useLocation();
  // A posted form has another form of the URL.
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
