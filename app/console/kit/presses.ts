/**
 * What is pressed at the doors and at the shelves, also without a connection. Each press is kept in the browser, under a
 * key of its own, and is sent until the shop has it. The shop does it once (its `key`).
 */
import type { How } from '../../../domain/orders/ledger.ts';
import { CONSOLE_PATH } from '../../../base/console-path.ts';
import { asRecord, jsonOf } from '../../../base/record.ts';
import { randomKey } from '../../state/random-key.ts';
import { createValue } from '../../state/value.ts';
import { loggedOut } from './answer.ts';

export interface Press {
  /** UUID. */
  key: string;
  /** When, in ms since 1970. */
  at: number;
  /** The rider's id, or the e-mail address of a packer: what one has pressed is not sent for another who logs in here. */
  rider: string;
  /** The order's id. */
  order: string;
  change: 'deliver' | 'return' | 'undo' | 'pack';
  /** Tk. */
  collected?: number;
  how?: How;
  reference?: string;
  reason?: string;
  /** What is packed, as JSON; and the order's revision that it was packed of. */
  items?: string;
  seen?: number;
  /** It may have reached the shop. */
  tried?: boolean;
  /** The browser could not store it: it is kept as long as the page. */
  isUnstored?: boolean;
  /** Why the shop has refused it; kept until it is read. */
  refused?: string;
  /** Of the order, by the shop's answer: it is done. */
  revision?: number;
}

/** What is said at a door or at a shelf. */
export type Pressed = Omit<Press, 'key' | 'at' | 'rider' | 'order'>;

const PREFIX = 'round:';
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
const ANSWER_MS = 30_000;

/** Not done yet, or refused. The oldest first. */
export const presses = createValue<readonly Press[]>([]);
/** Done since this page was opened. The newest first. */
export const done = createValue<readonly Press[]>([]);

let current: string | null = null;
let sending = false;
let pause = FIRST_RETRY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads what is kept, and sends it whenever there is a connection, from now on. */
export function beginSending(rider: string): void {
  const isFirst = current === null;
  current = rider;
  load();
  void send();
  if (!isFirst) return;
  window.addEventListener('online', () => void send());
  window.addEventListener('storage', load);
}

export function press(pressed: Pick<Press, 'rider' | 'order'> & Pressed): void {
  keep({ key: randomKey(), at: Date.now(), ...pressed });
  void send();
}

/** What was not sent yet is forgotten, what was is taken back. */
export function undo({ key, rider, order, tried, revision }: Press): void {
  if (revision === undefined && !tried) return forget(key);
  press({ rider, order, change: 'undo' });
}

export function forget(key: string): void {
  presses.set(presses.get().filter((one) => one.key !== key));
  inStorage((storage) => storage.removeItem(PREFIX + key));
}

/** Before a logout. False while something is not sent yet: it would be lost. */
export function endSending(): boolean {
  load();
  const own = presses.get().filter(({ rider }) => current === null || rider === current);
  if (own.some(({ refused }) => refused === undefined)) return false;
  for (const { key } of own) forget(key);
  done.set([]);
  return true;
}

function keep({ isUnstored: _, ...kept }: Press): void {
  const isStored = inStorage((storage) => storage.setItem(PREFIX + kept.key, JSON.stringify(kept)));
  const now = { ...kept, isUnstored: !isStored };
  const others = presses.get();
  const isKnown = others.some(({ key }) => key === kept.key);
  presses.set(isKnown ? others.map((one) => (one.key === kept.key ? now : one)) : [...others, now]);
}

function load(): void {
  inStorage((storage) => {
    const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
    const kept = keys.flatMap((key) => readPress(storage.getItem(key) ?? '') ?? []);
    const own = presses.get().filter(({ isUnstored }) => isUnstored);
    const others = kept.filter(({ key }) => own.every((one) => one.key !== key));
    presses.set([...others, ...own].toSorted((a, b) => a.at - b.at));
  });
}

/** False where it is full or forbidden. */
function inStorage(work: (storage: Storage) => void): boolean {
  try {
    work(localStorage);
    return true;
  } catch {
    return false;
  }
}

/** As this module has written it. */
function readPress(text: string): Press | null {
  const record = asRecord(jsonOf(text));
  return typeof record?.key === 'string' && typeof record.order === 'string' ? (record as unknown as Press) : null;
}

async function send(): Promise<void> {
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  while (navigator.onLine) {
    const next = presses.get().find(({ rider, refused }) => rider === current && refused === undefined);
    if (!next) break;
    keep({ ...next, tried: true });
    const answer = await answerTo(next);
    if (answer === null) {
      timer = setTimeout(() => void send(), pause);
      pause = Math.min(pause * 2, LAST_RETRY_MS);
      break;
    }
    pause = FIRST_RETRY_MS;
    if ('refused' in answer) {
      keep({ ...next, ...answer });
      // There is nothing to take back.
      for (const { key, order, change } of presses.get())
        if (order === next.order && change === 'undo' && key !== next.key) forget(key);
    } else {
      forget(next.key);
      const others = done.get().filter(({ order }) => order !== next.order);
      done.set(next.change === 'undo' ? others : [{ ...next, ...answer }, ...others]);
    }
  }
  sending = false;
}

/** Null when none came that says what became of it. */
async function answerTo({ key, order, change, collected, how, reference, reason, items, seen }: Press) {
  const taken = collected === undefined ? {} : { collected: String(collected) };
  const moved = { ...(how && { how }), ...(reference && { reference }), ...(reason && { reason }) };
  const packed = items === undefined ? {} : { items, revision: String(seen) };
  const body = new URLSearchParams({ key, order, change, ...taken, ...moved, ...packed });
  const path = change === 'pack' ? '/orders/packed' : '/round/change';
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(CONSOLE_PATH + path, { method: 'POST', body, signal });
    loggedOut.set(response.status === 401);
    const answer = asRecord(await response.json());
    if (response.ok) return { revision: Number(answer?.revision) };
    const isRefusal = [400, 404, 409, 422].includes(response.status);
    return isRefusal ? { refused: String(answer?.detail) } : null;
  } catch {
    return null;
  }
}
