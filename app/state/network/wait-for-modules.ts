import type { DataRouteObject, DataRouter } from 'react-router';
import { connection } from './connection.ts';
import { screens } from './framework.ts';

/**
 * When an import fails, the framework reloads the document, which without a network is the browser's own error page. It has no hook
 * for that, so the `lazy` functions of its routes are wrapped (decision 30).
 */
export function waitForModules(router: DataRouter): void {
  const wait = ({ id, lazy, children }: DataRouteObject): void => {
    const url = screens().routes[id]?.module;
    if (url !== undefined && typeof lazy === 'object') {
      let loading: Promise<void> | undefined;
      for (const [key, load] of Object.entries(lazy)) {
        if (!load) continue;
        Object.assign(lazy, { [key]: () => (loading ??= loadModule(url, router)).then(load) });
      }
    }
    children?.forEach(wait);
  };
  router.routes.forEach(wait);
}

/** Retries until the module at `url` is loaded. Never resolves when the document is left instead. */
async function loadModule(url: string, router: DataRouter): Promise<void> {
  for (let refused = false; ;) {
    try {
      await import(/* @vite-ignore */ url);
      return;
    } catch {
      // An import does not report why it failed, and some browsers cache the failure. This request checks the network
      // itself: past the browser's cache, which may have this module but not what it imports.
      const status = await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 404 || (status === 200 && refused)) {
        // The module belongs to an older version of the shop, or this document can no longer import it.
        location.assign(router.createHref(router.state.navigation.location ?? router.state.location));
        return new Promise(() => undefined);
      }
      // The network may have come back just before this request: then the next import finds the module.
      refused = status === 200;
      if (!refused) await connection.nextTry();
    }
  }
}
