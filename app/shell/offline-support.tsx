import { AS_OF } from '#messages';
import { useEffect, useState } from 'react';
import WifiOff from 'virtual:icons/wifi-off';
import { formatTimeOfCopy } from '../messages/dates.ts';
import { formatMessage } from '../messages/format.ts';
import { afterLoad } from '../state/after-load.ts';
import { usePageCopies } from './use-page-copies.ts';

/**
 * What a page needs to be stored and shown without a network (product §10). It begins when the page has loaded, so that it delays nothing.
 */
export function OfflineSupport() {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => afterLoad(() => setLoaded(true)), []);
  return loaded ? <CopyNote /> : null;
}

/** Above a page that this browser had stored: how old its prices are. */
function CopyNote() {
  const storedAt = usePageCopies();
  const [now] = useState(() => Date.now());
  return storedAt === null ? null : (
    <div className="bg-clay-soft text-clay">
      <p role="status" className="shop-width flex items-center gap-2 py-2 text-sm font-medium">
        <WifiOff className="size-4 shrink-0" />
        {formatMessage(AS_OF, { time: formatTimeOfCopy(storedAt, now) })}
      </p>
    </div>
  );
}
