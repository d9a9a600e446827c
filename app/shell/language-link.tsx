import { OTHER_LANGUAGE, OTHER_LANGUAGE_NAME } from '#messages';
import { useLocation } from 'react-router';
import { localPath } from '../../domain/language.ts';
import { storeTypedFields } from '../state/typed-fields.ts';

/** The link to the same screen in the other language. It opens a document, because the scripts of a page have one language only. */
export function LanguageLink({ className }: { className: string }) {
  const { pathname, search, hash } = useLocation();
  const address = localPath(OTHER_LANGUAGE, pathname + search + hash);
  return (
    <a
      href={address}
      lang={OTHER_LANGUAGE}
      className={className}
      onClick={({ currentTarget }) => {
        // The page may have come from a cache, for an address without some parameters.
        currentTarget.href = address;
        storeTypedFields(address);
      }}
    >
      {OTHER_LANGUAGE_NAME}
    </a>
  );
}
