import { AS_OF } from '#messages';
import { useState } from 'react';
import WifiOff from 'virtual:icons/wifi-off';
import { formatTimeOfCopy } from '../../messages/dates.ts';
import { formatMessage } from '../../messages/format.ts';

/** Shown above a page that this browser had stored at `storedAt` (ms since 1970): how old its prices are. */
export default function CopyNote({ storedAt }: { storedAt: number }) {
  const [now] = useState(() => Date.now());
  return (
    <div className="bg-clay-soft text-clay">
      <p role="status" className="shop-width flex items-center gap-2 py-2 text-sm font-medium">
        <WifiOff className="size-4 shrink-0" />
        {formatMessage(AS_OF, { time: formatTimeOfCopy(storedAt, now) })}
      </p>
    </div>
  );
}
