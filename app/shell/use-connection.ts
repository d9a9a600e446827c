import { useContext, useEffect } from 'react';
import { type DataRouter, UNSAFE_DataRouterContext } from 'react-router';
import { setRouter } from '../state/network/page-data.ts';
import { reloadBrokenPictures } from '../state/network/reload-pictures.ts';
import { waitForModules } from '../state/network/wait-for-modules.ts';

/** Connects the router with the connection state: what was lost is loaded again when the connection is back. Returns the router. */
export function useConnection(): DataRouter | undefined {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => reloadBrokenPictures(), []);
  useEffect(() => {
    if (!router) return;
    setRouter(router);
    waitForModules(router);
  }, [router]);
  return router;
}
