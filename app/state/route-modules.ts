import type { DataRouteObject, DataRouter } from 'react-router';
import { connection } from './connection.ts';

/**
 * Makes the framework wait for a screen's module. By default it reloads the document when an import fails, and without
 * a network that is the browser's own error page. `urlOf` returns the module's URL for a route's id.
 */
export function waitForModules(router: DataRouter, urlOf: (routeId: string) => string | undefined): void {
  const wait = (route: DataRouteObject): void => {
    const url = urlOf(route.id);
    const { lazy } = route;
    if (url && typeof lazy === 'object') {
      for (const [key, load] of Object.entries(lazy)) {
        if (!load) continue;
        Object.assign(lazy, { [key]: async () => ((await importOnce(url, router)) ? load() : never()) });
      }
    }
    route.children?.forEach(wait);
  };
  router.routes.forEach(wait);
}

const imports = new Map<string, Promise<boolean>>();

/** Retries until the module at `url` is loaded. Returns false when the document is being left instead. */
function importOnce(url: string, router: DataRouter): Promise<boolean> {
  const known = imports.get(url);
  if (known) return known;
  const trying = importWithRetry(url, router);
  imports.set(url, trying);
  return trying;
}

async function importWithRetry(url: string, router: DataRouter): Promise<boolean> {
  for (let lost = false; ;) {
    try {
      await import(/* @vite-ignore */ url);
      return true;
    } catch {
      // An import does not report why it failed, and some browsers cache the failure. This request checks the network
      // itself: past the browser's cache, which may have this module but not what it imports.
      const status = await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 404 || (status === 200 && lost)) {
        // The module belongs to an older version of the shop, or this document can no longer import it.
        location.assign(router.createHref(router.state.navigation.location ?? router.state.location));
        return false;
      }
      lost = true;
      if (status !== 200) await nextTry();
    }
  }
}

function nextTry(): Promise<void> {
  return new Promise((resolve) => {
    const stop = connection.onRetry(() => {
      stop();
      resolve();
    });
    connection.reportFailure();
  });
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
