import { connection } from './connection.ts';

/** A picture that failed is asked for again after the first wait, then after three times as long each. In ms. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 240_000;
/** All that failed are asked for again this long after anything came: one that is gone for good costs no request per answer. In ms. */
const SOON_MS = 1_000;

/** Loads pictures again that did not come. Returns what ends that. */
export function reloadBrokenPictures(): () => void {
  const broken = new Map<HTMLImageElement, ReturnType<typeof setTimeout>>();
  const tries = new WeakMap<HTMLImageElement, number>();
  let soon: ReturnType<typeof setTimeout> | undefined;

  const reload = (picture: HTMLImageElement): void => {
    clearTimeout(broken.get(picture));
    broken.delete(picture);
    const src = picture.getAttribute('src');
    // Chooses among the picture's sources anew, too.
    if (picture.isConnected && src) picture.setAttribute('src', src);
  };
  const failed = (picture: HTMLImageElement): void => {
    const before = tries.get(picture) ?? 0;
    tries.set(picture, before + 1);
    clearTimeout(broken.get(picture));
    broken.set(
      picture,
      setTimeout(() => reload(picture), Math.min(FIRST_WAIT_MS * 3 ** before, LONGEST_WAIT_MS)),
    );
  };
  const retrySoon = (): void => {
    soon ??= setTimeout(() => {
      soon = undefined;
      for (const picture of broken.keys()) reload(picture);
    }, SOON_MS);
  };
  const onEvent = ({ type, target }: Event): void => {
    if (!(target instanceof HTMLImageElement)) return;
    if (type === 'error') failed(target);
    else {
      tries.delete(target);
      retrySoon();
    }
  };

  // Before this page came to life.
  for (const picture of document.images) {
    if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc !== '') failed(picture);
  }
  document.addEventListener('error', onEvent, true);
  document.addEventListener('load', onEvent, true);
  const stop = connection.onRetry(retrySoon);
  return () => {
    document.removeEventListener('error', onEvent, true);
    document.removeEventListener('load', onEvent, true);
    stop();
  };
}
