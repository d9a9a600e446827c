import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router';
import { setRouter } from '../state/page-data.ts';
import { reloadBrokenPictures } from '../state/reload-pictures.ts';
import { waitForModules } from '../state/route-modules.ts';

/** Connects the router with the connection state: data that was lost is loaded again when the connection is back. */
export function useConnection(): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes;
  useEffect(() => reloadBrokenPictures(), []);
  useEffect(() => {
    if (router) setRouter(router);
    if (router && routes) waitForModules(router, (id) => routes[id]?.module);
  }, [router, routes]);
}
