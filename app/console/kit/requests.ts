/** The requests that the console makes itself, besides those of its screens and forms. */
import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { BACKGROUND_REQUEST } from '../../../base/console-path.ts';
import { asRecord, jsonOf } from '../../../base/record.ts';
import { listen } from '../../state/live/live-connection.ts';
import { adaptRequests } from '../../state/network/requests.ts';
import { createValue } from '../../state/value.ts';
import { loggedOut } from './answer.ts';
import { t } from '../../../messages/console/t.ts';

let loads = 0;

/** While a screen ends the session itself: a refresh would lead to the login before the screen has its answer. */
export const refreshesPaused = createValue(false);

/** Loads what nobody has asked for: it is no use of the session. Not while `refreshesPaused`. */
export async function loadInBackground(load: () => Promise<void>): Promise<void> {
  if (refreshesPaused.get()) return;
  loads += 1;
  try {
    await load();
  } finally {
    loads -= 1;
  }
}

export function markBackgroundRequests(): void {
  adaptRequests((init) => {
    const isWrite = (init?.method ?? 'GET') !== 'GET';
    if (loads === 0 || isWrite) return init;
    const headers = new Headers(init?.headers);
    headers.set(BACKGROUND_REQUEST, '1');
    return { ...init, headers };
  });
}

export type Sent = { ok: true; answer: Readonly<Record<string, unknown>> } | { ok: false; error: string };

const LOST = t('The file could not be sent: the connection was lost. Please try again.');
const REFUSED = t('The shop could not take the file. Please try again.');

/** Sends a file as the body of a request, and tells how many of its bytes are sent. (`fetch` cannot tell.) */
export function sendFile(
  file: Blob,
  address: string,
  onProgress: (sent: number) => void,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('error', () => resolve({ ok: false, error: LOST }));
    request.addEventListener('load', () => {
      // Work that takes long writes lines of progress before.
      const answer = asRecord(jsonOf(request.responseText.trim().split('\n').at(-1) ?? ''));
      const problem = request.status === 200 ? asRecord(answer?.problem) : answer;
      if (request.status === 200 && answer && !problem) return resolve({ ok: true, answer });
      if (request.status === 401) {
        loggedOut.set(true);
        return resolve({ ok: false, error: t('You are logged out. Log in in another tab, then try again.') });
      }
      resolve({ ok: false, error: typeof problem?.detail === 'string' ? problem.detail : REFUSED });
    });
    request.send(file);
  });
}

/** At most one refresh in so long, in ms. */
const PAUSE_MS = 500;
const EVENTS = ['console', 'products', 'profile'] as const;

/**
 * Loads the screen's data again when the shop reports a change. When the session has ended, that leads to the login.
 * `operator`: null while nobody is logged in.
 */
export function useLiveConsole(operator: string | null): void {
  const { revalidate } = useRevalidator();
  const load = useEffectEvent((): Promise<void> => loadInBackground(revalidate));
  useEffect(() => {
    if (operator === null) return;
    let running = false;
    let stale = false;
    const refresh = async (): Promise<void> => {
      stale = true;
      if (running) return;
      running = true;
      while (stale) {
        stale = false;
        await load();
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      running = false;
    };
    const stop = new AbortController();
    const notify = (): void => void refresh();
    const live = { address: '/operator/live', events: EVENTS, missed: EVENTS, asOf: performance.timeOrigin };
    void listen({ ...live, notify, onRefused: notify }, stop.signal);
    return () => stop.abort();
  }, [operator]);
}
