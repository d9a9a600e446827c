import { connection } from './connection.ts';

/** A picture that failed is asked for again after these waits, and whenever the connection is back. In ms. */
const WAITS_MS = [2_000, 6_000, 20_000];

/** Loads pictures again that did not come. Returns what ends that. */
export function reloadBrokenPictures(): () => void {
  const broken = new Set<HTMLImageElement>();
  const tries = new WeakMap<HTMLImageElement, number>();

  const reload = (picture: HTMLImageElement): void => {
    const src = picture.getAttribute('src');
    // Chooses among the picture's sources anew, too.
    if (broken.delete(picture) && picture.isConnected && src) picture.setAttribute('src', src);
  };
  const failed = (picture: HTMLImageElement): void => {
    broken.add(picture);
    const before = tries.get(picture) ?? 0;
    tries.set(picture, before + 1);
    const wait = WAITS_MS[before];
    if (wait !== undefined) setTimeout(() => reload(picture), wait);
  };
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement) failed(target);
  };

  // Before this page came to life.
  for (const picture of document.images) {
    if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc !== '') failed(picture);
  }
  document.addEventListener('error', onError, true);
  const stop = connection.onRetry(() => broken.forEach(reload));
  return () => {
    document.removeEventListener('error', onError, true);
    stop();
  };
}
