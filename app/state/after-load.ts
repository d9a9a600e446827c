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
