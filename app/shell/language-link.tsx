import { LANGUAGE } from '#messages';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LANGUAGE_RULES, LANGUAGES, localPath } from '../../base/language.ts';
import { openDocument } from '../state/network/other-document.ts';

/** The links to the same screen in the other languages. Each opens a document, because the scripts of a page have one language only. */
export function LanguageLinks({ className, children }: { className: string; children?: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  return LANGUAGES.filter((language) => language !== LANGUAGE).map((language) => {
    const address = localPath(language, pathname + search + hash);
    return (
      <a
        key={language}
        href={address}
        lang={language}
        className={className}
        onClick={(event) => {
          // In a new tab the browser opens it.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          openDocument(address);
        }}
      >
        {children}
        {LANGUAGE_RULES[language].name}
      </a>
    );
  });
}
