/**
 * Requests at a fixed rate that does not wait for answers, like shoppers who do not know of each other. Each takes a
 * keep-alive connection that is free, or opens one more.
 */
import { type Connection, openConnection } from './connection.ts';
import { quantile } from './report.ts';

export interface OpenLoadOptions {
  port: number;
  /** Requests a second. */
  rate: number;
  ms: number;
  next: () => Buffer;
  /** Over TLS: the server's own certificate. */
  certificate?: string;
  /** Each request on a connection of its own. */
  alone?: boolean;
  /** How long a shopper waits for an answer, in ms. */
  patienceMs?: number;
  /** Ends it before `ms`. */
  signal?: AbortSignal;
  /** Called each second with the answers of that second. */
  onSecond?: (second: Second) => void;
}

/** The answers that came within one second. */
export interface Second {
  served: number;
  refused: number;
  /** Of what was served, in ms. */
  p99: number;
}

export interface OpenLoadResult {
  sent: number;
  served: number;
  /** Answered 503 with Retry-After. */
  refused: number;
  /** Everything else: another status, a closed connection, no answer in time. By what it was. */
  faults: Record<string, number>;
  /** Of what was served, in ms. */
  p50: number;
  p99: number;
  longest: number;
  seconds: readonly Second[];
}

const TICK_MS = 5;
/** A shopper has gone after this long. */
const PATIENCE_MS = 15_000;

export async function runOpenLoad(options: OpenLoadOptions): Promise<OpenLoadResult> {
  const { port, rate, ms, next, certificate, alone = false, patienceMs = PATIENCE_MS, signal, onSecond } = options;
  const free: Connection[] = [];
  const underWay = new Set<Promise<void>>();
  const times: number[] = [];
  const faults: Record<string, number> = {};
  const seconds: Second[] = [];
  let current: { times: number[]; refused: number } = { times: [], refused: 0 };
  let refused = 0;

  const fault = (what: string): void => {
    faults[what] = (faults[what] ?? 0) + 1;
  };
  const send = async (request: Buffer): Promise<void> => {
    const asked = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let connection: Connection | undefined;
    try {
      do connection = free.pop();
      while (connection?.isClosed());
      connection ??= await openConnection(port, { keepBody: false, certificate });
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
      });
      const { status, head } = await Promise.race([connection.request(request), late]);
      if (alone) connection.close();
      else free.push(connection);
      if (status === 200 || status === 201) {
        times.push(performance.now() - asked);
        current.times.push(performance.now() - asked);
      } else if (status === 503 && /\r\nretry-after: \d/i.test(head)) {
        refused += 1;
        current.refused += 1;
      } else fault(`status ${status}`);
    } catch (error) {
      connection?.close();
      fault(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timer);
    }
  };

  const started = performance.now();
  let sent = 0;
  const endSecond = (): void => {
    const second = { served: current.times.length, refused: current.refused, p99: quantile(current.times, 0.99) };
    seconds.push(second);
    current = { times: [], refused: 0 };
    onSecond?.(second);
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = Math.min(performance.now() - started, ms);
      for (; sent < (passed / 1000) * rate; sent += 1) {
        const one = send(next()).finally(() => underWay.delete(one));
        underWay.add(one);
      }
      while (seconds.length < Math.floor(passed / 1000)) endSecond();
      if (passed < ms && !signal?.aborted) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  await Promise.all(underWay);
  for (const connection of free) connection.close();
  return {
    sent,
    served: times.length,
    refused,
    faults,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    longest: times.reduce((max, time) => Math.max(max, time), 0),
    seconds,
  };
}
