import { useEffect, useState } from 'react';
import { Late } from '../components/late.tsx';
import { afterLoad } from '../state/after-load.ts';
import script from './copy-note.tsx?late-script';
import { usePageCopies } from './use-page-copies.ts';

/** What a page needs to be stored and shown without a network (product §10). It begins when the page has loaded, so that it delays nothing. */
export function OfflineSupport() {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => afterLoad(() => setLoaded(true)), []);
  return loaded ? <PageCopies /> : null;
}

function PageCopies() {
  const storedAt = usePageCopies();
  return (
    <Late script={script} wanted={storedAt !== null} hidden={storedAt === null} props={{ storedAt: storedAt ?? 0 }} />
  );
}
