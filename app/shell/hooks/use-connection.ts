import { useContext, useEffect } from 'react';
import { preloadModule } from 'react-dom';
import { type DataRouter, UNSAFE_DataRouterContext } from 'react-router';
import { pageDataAddress } from '../../../base/page-copies.ts';
import { useLiveEvent } from '../../state/live/live.ts';
import { setRouter } from '../../state/network/page-data.ts';
import { reloadBrokenPictures } from '../../state/network/reload-pictures.ts';
import { forgetPrefetched, prefetch, screens } from '../../state/network/requests.ts';

/** Connects the router with the connection state: what was lost is loaded again when it is back. */
export function useConnection(): DataRouter | undefined {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => reloadBrokenPictures(), []);
  useEffect(() => {
    if (router) setRouter(router);
  }, [router]);
  return router;
}

/** A mouse has to rest on a link for so long, in ms: it crosses many. */
const REST_MS = 100;
/** The links to categories, but not to the next products of one. */
const CATEGORY = 'a[href*="/groceries"]:not([href*="?"])';

/** Loads a category before the tap on its link: a finger leaves the glass some 80 ms after it came. */
export function usePrefetch(router: DataRouter | undefined): void {
  useLiveEvent('products', forgetPrefetched);
  useEffect(() => {
    if (!router || isSavingData()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = (page: string): void => {
      const id = router.match(page)?.at(-1)?.route.id ?? '';
      const screen = screens().routes[id];
      if (!screen || page === location.pathname) return;
      prefetch(pageDataAddress(page, id));
      for (const script of [screen.module, ...(screen.imports ?? [])]) preloadModule(script, { as: 'script' });
    };
    const look = ({ target, type, pointerType }: Event & { pointerType?: string }): void => {
      clearTimeout(timer);
      const page = target instanceof Element && target.closest<HTMLAnchorElement>(CATEGORY)?.pathname;
      if (!page) return;
      if (type === 'pointerover' && pointerType === 'mouse') timer = setTimeout(load, REST_MS, page);
      else load(page);
    };
    const listening = new AbortController();
    for (const type of ['pointerover', 'pointerdown', 'focusin']) document.addEventListener(type, look, listening);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [router]);
}

/** The browser's own setting; not every browser tells it. */
function isSavingData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}
