/** At the end of the body: starts the framework's scripts when the first picture is painted (decision 9). */
import { FRAMEWORK_CHUNK, HYDRATED } from './hydration.ts';

/** After so long the scripts start without the paint, in ms: a page in the background has none. */
const PAINT_WITHIN_MS = 1_000;
/** After so long `load` happens without the scripts, in ms. */
const HYDRATED_WITHIN_MS = 10_000;
/** When a script is lost, the document is loaded again: once after so long, and whenever the network is back. In ms. */
const RELOAD_AFTER_MS = 2_000;

/** What `DeferredScripts` wrote just before this script. */
const deferred = document
  .createRange()
  .createContextualFragment(document.currentScript?.previousElementSibling?.textContent ?? '');

// Plain scripts only set variables, and the rest of the page uses these: they run at once.
document.body.append(...deferred.querySelectorAll('script:not([type])'));
delayLoad();
void start();

/** Until React has taken over, by an open frame: neither a dynamic import nor a top-level await delays `load`. */
function delayLoad(): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  frame.contentDocument?.open();
  const end = (): void => frame.remove();
  addEventListener(HYDRATED, end);
  setTimeout(end, HYDRATED_WITHIN_MS);
}

async function start(): Promise<void> {
  await Promise.race([firstPaint(), nextTask(PAINT_WITHIN_MS)]);
  const framework = deferred.querySelector<HTMLLinkElement>(`link[href*=${FRAMEWORK_CHUNK}]`);
  document.body.append(...deferred.querySelectorAll('link'));
  if (framework) {
    // The largest chunk runs in a task of its own, so that no task blocks a slow phone for long.
    await import(/* @vite-ignore */ framework.href).catch(() => {});
    await nextTask();
  }
  for (const script of deferred.querySelectorAll('script')) script.addEventListener('error', reload);
  document.body.append(deferred);
}

/** Without its scripts a page shows everything and answers nothing, and a document cannot load a lost module again. */
function reload(): void {
  const again = (): void => location.reload();
  addEventListener('online', again);
  if (!performance.getEntriesByType('navigation').some(isReload)) setTimeout(again, RELOAD_AFTER_MS);
}

function isReload(opened: PerformanceEntry & { type?: string }): boolean {
  return opened.type === 'reload';
}

async function firstPaint(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority]');
  await picture?.decode().catch(() => {});
  await new Promise(requestAnimationFrame);
  await nextTask();
}

function nextTask(afterMs = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, afterMs));
}
