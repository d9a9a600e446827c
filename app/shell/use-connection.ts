import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router';
import { loadThrough } from '../state/page-data.ts';
import { reloadBrokenPictures } from '../state/pictures.ts';
import { waitForModules } from '../state/route-modules.ts';

/** Joins the router to the connection: what is lost on the way is loaded again once there is one. */
export function useConnection(): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes;
  useEffect(() => reloadBrokenPictures(), []);
  useEffect(() => {
    if (router) loadThrough(router);
    if (router && routes) waitForModules(router, (id) => routes[id]?.module);
  }, [router, routes]);
}
