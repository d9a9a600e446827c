import { LANGUAGE } from '#messages';
import { useEffect } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { splitPath } from '../../../base/language.ts';

/** Opens the links of this language's pages in this document (components/link.tsx), where the browser would load another. */
export function useLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener('click', (event) => follow(event, navigate), listening);
    return () => listening.abort();
  }, [navigate]);
}

function follow(event: MouseEvent, navigate: NavigateFunction): void {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  // Other addresses, telephones and places in the page begin otherwise.
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]');
  if (!link) return;
  const { pathname, search, hash } = link;
  const { language, path } = splitPath(pathname);
  if (language !== LANGUAGE) return;
  event.preventDefault();
  // As a browser does: the page that is shown is loaded again, and not one more to go back to.
  void navigate(path + search + hash, { replace: link.href === location.href });
}
