import type { DataRouteObject, DataRouter } from 'react-router';
import { connection } from './connection.ts';

/**
 * Lets the framework import a screen's module only once it is there. By itself it reloads the document when an import fails,
 * which without a network is the browser's own error page; `urlOf` knows the module of a route by the route's id.
 */
export function waitForModules(router: DataRouter, urlOf: (routeId: string) => string | undefined): void {
  const wait = (route: DataRouteObject): void => {
    const url = urlOf(route.id);
    const { lazy } = route;
    if (url && typeof lazy === 'object') {
      for (const [key, load] of Object.entries(lazy)) {
        if (!load) continue;
        Object.assign(lazy, { [key]: async () => ((await imported(url, router)) ? load() : never()) });
      }
    }
    route.children?.forEach(wait);
  };
  router.routes.forEach(wait);
}

const imports = new Map<string, Promise<boolean>>();

/** Tries until the module at `url` is there. False when the document is being left instead. */
function imported(url: string, router: DataRouter): Promise<boolean> {
  const known = imports.get(url);
  if (known) return known;
  const trying = importPatiently(url, router);
  imports.set(url, trying);
  return trying;
}

async function importPatiently(url: string, router: DataRouter): Promise<boolean> {
  for (let lost = false; ;) {
    try {
      await import(/* @vite-ignore */ url);
      return true;
    } catch {
      // An import does not say why it failed, and some browsers remember that it did: this asks the network itself.
      const status = await fetch(url).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 404 || (status === 200 && lost)) {
        // Of a version that the shop no longer has, or not to be imported any more in this document.
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
    connection.lose();
  });
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
