import { useDeferredValue, useSyncExternalStore } from 'react';
import { useNavigationType } from 'react-router';

const never = (): (() => void) => () => undefined;

/** False on the server and during hydration, true afterwards: then browser storage may be used. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * False while a screen that a link opened is rendered for the first time: then it shows what a phone's first screen
 * shows. A document is complete, and so is a screen that Back returns to: both are `POP`.
 */
export function useIsComplete(): boolean {
  return useDeferredValue(true, useNavigationType() === 'POP');
}

/** The maximum wait for the page to load, because a picture of another site may hang. In ms. */
const LOAD_TIMEOUT_MS = 5_000;

/** Calls back when the page has loaded, or immediately when it has already. Returns a function that cancels. */
export function afterLoad(then: () => void): () => void {
  const ready = (): void => {
    cancel();
    then();
  };
  const timeout = setTimeout(ready, LOAD_TIMEOUT_MS);
  const cancel = (): void => {
    clearTimeout(timeout);
    window.removeEventListener('load', ready);
  };
  if (document.readyState === 'complete') ready();
  else window.addEventListener('load', ready);
  return cancel;
}
