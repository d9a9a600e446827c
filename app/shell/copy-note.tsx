import { AS_OF } from '#messages';
import { formatMessage } from '../messages/format.ts';
import { useState } from 'react';
import { useHref, useLocation } from 'react-router';
import WifiOff from 'virtual:icons/wifi-off';
import { formatTimeOfCopy } from '../messages/dates.ts';
import { usePageCopy } from '../state/page-copy.ts';

/** Shown above a page that this browser had stored: how old its prices are. */
export function CopyNote() {
  const { pathname, search } = useLocation();
  const storedAt = usePageCopy(useHref({ pathname, search }));
  return storedAt === null ? null : (
    <div className="bg-clay-soft text-clay">
      <p role="status" className="shop-width flex items-center gap-2 py-2 text-sm font-medium">
        <WifiOff className="size-4 shrink-0" />
        <Age storedAt={storedAt} />
      </p>
    </div>
  );
}

function Age({ storedAt }: { storedAt: number }) {
  const [now] = useState(() => Date.now());
  return formatMessage(AS_OF, { time: formatTimeOfCopy(storedAt, now) });
}
