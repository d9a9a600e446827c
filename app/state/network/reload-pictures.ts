import { connection } from './connection.ts';

/** A failed picture is loaded again after the first wait, then after three times as long, and so on. In ms. */
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 240_000;
/** From any success to loading all of them again, in ms: a missing one must not cost many requests. */
const RETRY_DELAY_MS = 1_000;

/** Reloads failed pictures (product §10). Returns a function that stops it. */
export function reloadBrokenPictures(): () => void {
  const listening = new AbortController();
  const broken = new Map<HTMLImageElement, ReturnType<typeof setTimeout>>();
  const tries = new WeakMap<HTMLImageElement, number>();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const reload = (picture: HTMLImageElement): void => {
    clearTimeout(broken.get(picture));
    broken.delete(picture);
    const src = picture.getAttribute('src');
    // Setting `src` also selects among the picture's sources again.
    if (picture.isConnected && src) picture.setAttribute('src', src);
  };
  const failed = (picture: HTMLImageElement): void => {
    const before = tries.get(picture) ?? 0;
    tries.set(picture, before + 1);
    // Its place stays empty: browsers would draw a torn picture there.
    picture.dataset.broken = '';
    clearTimeout(broken.get(picture));
    broken.set(
      picture,
      setTimeout(() => reload(picture), Math.min(FIRST_WAIT_MS * 3 ** before, MAX_WAIT_MS)),
    );
  };
  const retrySoon = (): void => {
    retryTimer ??= setTimeout(() => {
      retryTimer = undefined;
      for (const picture of broken.keys()) reload(picture);
    }, RETRY_DELAY_MS);
  };
  const onEvent = ({ type, target }: Event): void => {
    if (!(target instanceof HTMLImageElement)) return;
    if (type === 'error') failed(target);
    else {
      tries.delete(target);
      delete target.dataset.broken;
      retrySoon();
    }
  };

  // Pictures that failed before hydration.
  for (const picture of document.images) {
    if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc !== '') failed(picture);
  }
  for (const type of ['error', 'load'])
    document.addEventListener(type, onEvent, { capture: true, signal: listening.signal });
  const stop = connection.onRetry(retrySoon);
  return () => {
    listening.abort();
    stop();
  };
}
