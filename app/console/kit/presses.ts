/**
 * What is pressed where there may be no connection. Each press is kept in the browser, under a key of its own, and is
 * sent until the shop has it. The shop does it once (its `key`).
 */
import { CONSOLE_PATH } from '../../../base/console-path.ts';
import { asRecord, jsonOf } from '../../../base/record.ts';
import { randomKey } from '../../state/random-key.ts';
import { createValue } from '../../state/value.ts';
import { loggedOut } from './answer.ts';

export interface Kept {
  /** UUID. */
  key: string;
  /** When, in ms since 1970. */
  at: number;
  /** The order's id. */
  order: string;
  /** It may have reached the shop. */
  tried?: boolean;
  /** The browser could not store it: it is kept as long as the page. */
  isUnstored?: boolean;
  /** Why the shop has refused it; kept until it is read. */
  refused?: string;
  /** Of the order, by the shop's answer: it is done. */
  revision?: number;
}

interface Rules<P extends Kept> {
  /** Of the keys in the browser's storage. */
  prefix: string;
  /** Where it is sent, within the console. */
  path: string;
  /** Whose it is: what one has pressed is not sent for another who logs in here. */
  ownerOf: (press: P) => string;
  /** What is sent besides key and order. */
  fieldsOf: (press: P) => Record<string, string>;
  onDone: (press: P) => void;
  onRefused?: (press: P) => void;
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
const ANSWER_MS = 30_000;

export function createPresses<P extends Kept>({ prefix, path, ownerOf, fieldsOf, onDone, onRefused }: Rules<P>) {
  /** Not done yet, or refused. The oldest first. */
  const presses = createValue<readonly P[]>([]);
  let current: string | null = null;
  let sending = false;
  let pause = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep({ isUnstored: _, ...kept }: P): void {
    const isStored = inStorage((storage) => storage.setItem(prefix + kept.key, JSON.stringify(kept)));
    const now = { ...kept, isUnstored: !isStored } as unknown as P;
    const others = presses.get();
    const isKnown = others.some(({ key }) => key === kept.key);
    presses.set(isKnown ? others.map((one) => (one.key === kept.key ? now : one)) : [...others, now]);
  }

  function forget(key: string): void {
    presses.set(presses.get().filter((one) => one.key !== key));
    inStorage((storage) => storage.removeItem(prefix + key));
  }

  function load(): void {
    inStorage((storage) => {
      const keys = Object.keys(storage).filter((key) => key.startsWith(prefix));
      const kept = keys.flatMap((key) => readPress<P>(storage.getItem(key) ?? '') ?? []);
      const own = presses.get().filter(({ isUnstored }) => isUnstored);
      const others = kept.filter(({ key }) => own.every((one) => one.key !== key));
      presses.set([...others, ...own].toSorted((a, b) => a.at - b.at));
    });
  }

  async function send(): Promise<void> {
    if (sending) return;
    sending = true;
    clearTimeout(timer);
    while (navigator.onLine) {
      const next = presses.get().find((one) => ownerOf(one) === current && one.refused === undefined);
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
        onRefused?.(next);
      } else {
        forget(next.key);
        onDone({ ...next, ...answer });
      }
    }
    sending = false;
  }

  /** Null when none came that says what became of it. */
  async function answerTo(press: P) {
    const body = new URLSearchParams({ key: press.key, order: press.order, ...fieldsOf(press) });
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

  return {
    presses,
    forget,

    /** Reads what is kept, and sends it whenever there is a connection, from now on. */
    begin(owner: string): void {
      const isFirst = current === null;
      current = owner;
      load();
      void send();
      if (!isFirst) return;
      window.addEventListener('online', () => void send());
      window.addEventListener('storage', load);
    },

    press(pressed: Omit<P, keyof Kept> & Pick<P, 'order'>): void {
      keep({ key: randomKey(), at: Date.now(), ...pressed } as unknown as P);
      void send();
    },

    /** Before a logout. False while something is not sent yet: it would be lost. */
    end(): boolean {
      load();
      const own = presses.get().filter((one) => current === null || ownerOf(one) === current);
      if (own.some(({ refused }) => refused === undefined)) return false;
      for (const { key } of own) forget(key);
      return true;
    },
  };
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
function readPress<P>(text: string): P | null {
  const record = asRecord(jsonOf(text));
  return typeof record?.key === 'string' && typeof record.order === 'string' ? (record as unknown as P) : null;
}
