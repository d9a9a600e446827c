import { NO_CONNECTION } from '#messages';
import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import WifiOff from 'virtual:icons/wifi-off';
import { useConnectionLost } from '../state/network/connection.ts';
import { documentComing } from '../state/network/other-document.ts';

export function ConnectionNotice() {
  const lost = useConnectionLost();
  const loading = useNavigation().state === 'loading';
  const coming = documentComing.use() || loading;
  useEffect(() => {
    // The shopper goes elsewhere.
    if (loading) documentComing.set(false);
  }, [loading]);
  return lost && coming ? (
    <div className="panel flex w-full max-w-md items-center gap-3 border-clay px-4 py-3 [box-shadow:0_8px_20px_#0003]">
      <WifiOff className="size-5 shrink-0 text-clay" />
      <p role="status" className="flex-1 font-medium">
        {NO_CONNECTION}
      </p>
    </div>
  ) : null;
}
