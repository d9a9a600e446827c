import { createValue } from './value.ts';

/** Chromium's event: the shop can be installed. TypeScript does not know it, because it is no standard yet. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const offer = createValue<InstallEvent | null>(null);

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser shows nothing by itself: the menu has an entry.
    event.preventDefault();
    offer.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => offer.set(null));
}

export function useInstall(): (() => void) | null {
  const current = offer.use();
  if (!current) return null;
  return () => {
    // An event can ask once.
    offer.set(null);
    void current.prompt();
  };
}
