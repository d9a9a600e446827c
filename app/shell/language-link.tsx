import { OTHER_LANGUAGE, OTHER_LANGUAGE_NAME } from '#messages';
import { useLocation } from 'react-router';
import { localPath } from '../../domain/language.ts';
import { openDocument } from '../state/network/other-document.ts';

/** The link to the same screen in the other language. It opens a document, because the scripts of a page have one language only. */
export function LanguageLink({ className }: { className: string }) {
  const { pathname, search, hash } = useLocation();
  const address = localPath(OTHER_LANGUAGE, pathname + search + hash);
  return (
    <a
      href={address}
      lang={OTHER_LANGUAGE}
      className={className}
      onClick={(event) => {
        // In a new tab the browser opens it.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openDocument(address);
      }}
    >
      {OTHER_LANGUAGE_NAME}
    </a>
  );
}
