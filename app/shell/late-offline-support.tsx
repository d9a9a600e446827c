import { useEffect, useState } from 'react';
import { Late } from '../components/late.tsx';
import { afterLoad } from '../state/after-load.ts';
import script from './offline-support.tsx?late-script';

/** `OfflineSupport`, as soon as the page has loaded. */
export function LateOfflineSupport() {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => afterLoad(() => setLoaded(true)), []);
  return <Late script={script} wanted={loaded} props={{}} />;
}
