import { Late } from '../components/late.tsx';
import script from './copy-note.tsx?late-script';
import { usePageCopies } from './use-page-copies.ts';

/** What a page needs to be stored and shown without a network (product §10). Loaded after the page, so that a first visit costs nothing. */
export default function OfflineSupport() {
  const storedAt = usePageCopies();
  return (
    <Late script={script} wanted={storedAt !== null} hidden={storedAt === null} props={{ storedAt: storedAt ?? 0 }} />
  );
}
