/** Messages that this browser shows when no page is open: whether it can, whether it does, and the switch. */
import { LANGUAGE } from '#messages';
import { useEffect, useEffectEvent, useState } from 'react';
import { parseLanguage } from '../../../base/language.ts';
import { asRecord } from '../../../base/record.ts';
import { ANSWER_TIMEOUT_MS } from '../forms/form-errors.ts';

/** `asking`: an answer is not known yet. */
export type PushState = 'asking' | 'unsupported' | 'blocked' | 'off' | 'on';

export interface PushPlace {
  /** The service worker that shows them. */
  script: string;
  scope: string;
  /** Takes what this browser wants, and answers `{key, on}` (server/push/push.ts). */
  address: string;
  /** What else is sent. */
  more?: Readonly<Record<string, string>>;
  /** It takes forms, and nothing else is told by the same subscription, so that it goes with this. */
  isConsole: boolean;
}

interface Answer {
  key: string;
  on: boolean;
}

/** Null where the browser has no such service worker, or is told nothing by it. */
async function subscriptionOf({ scope }: PushPlace): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  const isOwn = registration?.scope === new URL(scope, location.origin).href;
  return isOwn ? registration.pushManager.getSubscription() : null;
}

/** @throws when the shop does not answer, or refuses it. */
async function ask({ address, more, isConsole }: PushPlace, wish: Record<string, string>): Promise<Answer> {
  const fields = { ...wish, ...more };
  const body = isConsole ? new URLSearchParams(fields) : JSON.stringify(fields);
  const headers = new Headers(isConsole ? {} : { 'Content-Type': 'application/json' });
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const response = await fetch(address, { method: 'POST', headers, body, signal });
  if (!response.ok) throw new Error(response.statusText);
  const { key, on } = asRecord(await response.json()) ?? {};
  return { key: String(key), on: on === true };
}

function canPush(): boolean {
  return import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

const isSameKey = ({ options: { applicationServerKey: own } }: PushSubscription, key: string): boolean =>
  own !== null &&
  btoa(String.fromCharCode(...new Uint8Array(own))).replace(/=+$/, '') ===
    key.replaceAll('-', '+').replaceAll('_', '/');

/** What the shop knows of this browser, which it shows that it is still there. @throws when the shop does not answer. */
export async function checkPush(place: PushPlace): Promise<PushState> {
  if (!canPush()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await subscriptionOf(place);
  if (!subscription) return 'off';
  const { on, key } = await ask(place, { want: 'state', endpoint: subscription.endpoint });
  // Of a shop that was put back from a backup with other keys, or somebody has logged out here.
  const isOld = !isSameKey(subscription, key) || (place.isConsole && !on);
  if (isOld) await subscription.unsubscribe();
  return on && !isOld ? 'on' : 'off';
}

async function start(place: PushPlace): Promise<PushState> {
  // Within the press: some browsers ask only then.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const registration = await navigator.serviceWorker.register(place.script, { scope: place.scope });
  await activated(registration);
  const { key } = await ask(place, { want: 'state' });
  const known = await registration.pushManager.getSubscription();
  if (known && !isSameKey(known, key)) await known.unsubscribe();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys } = subscription.toJSON();
  const language = parseLanguage(document.documentElement.lang) ?? LANGUAGE;
  const { on } = await ask(place, { want: 'on', endpoint, ...keys, language });
  return on ? 'on' : 'off';
}

function activated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? waiting ?? installing;
  return new Promise((resolve) => {
    if (!worker || worker.state === 'activated') return resolve();
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
  });
}

async function stop(place: PushPlace): Promise<PushState> {
  const subscription = await subscriptionOf(place);
  if (subscription) await ask(place, { want: 'off', endpoint: subscription.endpoint });
  if (place.isConsole) await subscription?.unsubscribe();
  return 'off';
}

/** `onFailed`: a press came to nothing, because the shop, the browser or its push service did not answer. */
export function usePush(place: PushPlace, onFailed: () => void) {
  const [state, setState] = useState<PushState>('asking');
  const check = useEffectEvent(() => checkPush(place).then(setState, () => setState('off')));
  useEffect(() => void check(), [place.address]);
  const doing = (work: (place: PushPlace) => Promise<PushState>) => async (): Promise<void> => {
    setState('asking');
    try {
      setState(await work(place));
    } catch {
      setState(state);
      onFailed();
    }
  };
  return { state, start: doing(start), stop: doing(stop) };
}
