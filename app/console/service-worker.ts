/**
 * The service worker of the console: messages about orders, and a rider's round without a network. It keeps the round
 * alone, its page and its data, and only as long as the rider is logged in (decision 48).
 */
import { clientsClaim } from 'workbox-core';
import { addRoute, precache, type PrecacheEntry } from 'workbox-precaching';
import { CONSOLE_PATH } from '../../base/console-path.ts';
import { PATIENCE_MS } from '../../base/page-copies.ts';
import { showPushes } from '../show-pushes.ts';

declare const self: ServiceWorkerGlobalScope;
/** The scripts of the round. The build writes them here. */
declare const PRECACHED: PrecacheEntry[];
declare const VERSION: string;

const ROUND = `${CONSOLE_PATH}/round`;
/** Another version of the shop may not be able to show it. */
const ROUND_CACHE = `round-${VERSION}`;
/** As long as a session that is not used, in ms: a phone that was lost shows nothing the day after. */
const KEPT_MS = 12 * 60 * 60 * 1000;

/** What the round has: its document, and the data with which it is loaded again. */
const isRound = ({ pathname }: URL): boolean => pathname === ROUND || pathname === `${ROUND}.data`;

async function forgetRound(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('round-')) await caches.delete(name);
}

/** A new version shows nothing that an older one has kept: it asks for it itself. */
async function renewRound(): Promise<void> {
  const isKept = await caches.has(ROUND_CACHE);
  const wasKept = (await caches.keys()).some((name) => name.startsWith('round-'));
  if (isKept || !wasKept) return;
  await forgetRound();
  await roundFromShop(new Request(ROUND)).catch(() => null);
}

async function keptRound(request: Request | string): Promise<Response | null> {
  const kept = await caches.match(request, { cacheName: ROUND_CACHE, ignoreVary: true });
  const age = Date.now() - Date.parse(kept?.headers.get('Date') ?? '');
  if (kept && age < KEPT_MS) return kept;
  if (kept) await forgetRound();
  return null;
}

/** From the shop, which is kept. When it does not answer, what is kept. */
async function round(event: FetchEvent): Promise<Response> {
  const network = roundFromShop(event.request).catch(() => null);
  event.waitUntil(network);
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const answer = (await Promise.race([network, late])) ?? (await keptRound(event.request)) ?? (await network);
  return answer ?? Response.error();
}

/** @throws when no answer of the shop comes. */
async function roundFromShop(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status >= 500) throw new Error('The shop does not answer');
  // Anything else says that nobody is logged in, or somebody who is no rider.
  if (answer.status !== 200 || answer.redirected) await forgetRound();
  else await (await caches.open(ROUND_CACHE)).put(request.url, answer.clone());
  return answer;
}

/** An installed console begins at its address alone, where the shop says which screen is whose. */
async function beginning({ request }: FetchEvent): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await keptRound(ROUND)) ? Response.redirect(ROUND) : Response.error();
  }
}

async function loggedOut({ request }: FetchEvent): Promise<Response> {
  const answer = await fetch(request);
  await forgetRound();
  return answer;
}

void self.skipWaiting();
clientsClaim();
self.addEventListener('activate', (event) => {
  event.waitUntil(renewRound());
});
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const address = new URL(url);
  const { origin, pathname } = address;
  if (origin !== self.location.origin) return;
  if (method === 'GET' && isRound(address)) event.respondWith(round(event));
  else if (mode === 'navigate' && [CONSOLE_PATH, `${CONSOLE_PATH}/`].includes(pathname))
    event.respondWith(beginning(event));
  else if (/^\/operator\/log(?:in|out)(?:\.data)?$/.test(pathname) && (method === 'POST' || mode === 'navigate'))
    event.respondWith(loggedOut(event));
});
precache(PRECACHED);
addRoute();
showPushes();
