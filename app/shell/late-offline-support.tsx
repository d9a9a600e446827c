import { type ComponentType, useEffect, useState } from 'react';
import { afterLoad } from '../state/after-load.ts';
import script from './offline-support.tsx?late-script';

/** `OfflineSupport`, as soon as the page has loaded. */
export function LateOfflineSupport() {
  const [OfflineSupport, setOfflineSupport] = useState<ComponentType>();
  useEffect(
    () =>
      afterLoad(() => {
        import(/* @vite-ignore */ script).then(
          (module: typeof import('./offline-support.tsx')) => setOfflineSupport(() => module.default),
          // Without a network the shop works as before.
          () => undefined,
        );
      }),
    [],
  );
  return OfflineSupport ? <OfflineSupport /> : null;
}
