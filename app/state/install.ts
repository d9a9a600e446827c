import { useSyncExternalStore } from 'react';

/** Chromium's event: the shop can be installed. TypeScript does not know it, because it is no standard yet. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallEvent | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser shows nothing by itself: the menu has an entry.
    event.preventDefault();
    setOffer(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => setOffer(null));
}

/** Asks the browser to install the shop; null while it does not offer that. */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => offer,
    () => null,
  );
  if (!current) return null;
  return () => {
    // An event can ask once.
    setOffer(null);
    void current.prompt();
  };
}
