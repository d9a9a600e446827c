import { CopyNote } from './copy-note.tsx';
import { usePageCopies } from './use-page-copies.ts';

/** What a page needs to be stored and shown without a network (product §10). Loaded after the page, so that a first visit costs nothing. */
export default function OfflineSupport() {
  usePageCopies();
  return <CopyNote />;
}
