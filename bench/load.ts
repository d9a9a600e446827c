/** Load on a server of this machine: many keep-alive connections, each sending its next request after an answer. */
import { openConnection } from './connection.ts';
import { quantile } from './report.ts';
import { busySeconds } from './shop.ts';

export interface LoadOptions {
  port: number;
  /** Over TLS: the server's own certificate. */
  certificate?: string;
  /** The bytes of the next request; `client` is the connection's number, from 0. */
  next: (client: number) => Buffer;
  /** The statuses that count as answers. */
  expect?: readonly number[];
  connections?: number;
  ms: number;
  /** The warm-up in ms, which is not counted. */
  warmUpMs?: number;
  /** The pause of each connection between an answer and its next request, in ms. */
  pauseMs?: number;
  /** The server's process, to measure its processor time. */
  pid?: number;
  /** Stops the load early. */
  signal?: AbortSignal;
}

export interface LoadResult {
  answers: number;
  /** All answers: those of the warm-up too. */
  answered: number;
  perSecond: number;
  /** Processor time of the server for one answer, in µs, warm-up included; NaN when unknown. */
  busy: number;
  /** In ms. */
  p50: number;
  p95: number;
  p99: number;
  longest: number;
  /** Answers with an unexpected status, by status. */
  unexpected: Record<number, number>;
  /** The average size of an answer with its headers, in bytes. */
  bytes: number;
}

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const {
    port,
    certificate,
    next,
    expect = [200],
    connections = 64,
    ms,
    warmUpMs = 0,
    pauseMs = 0,
    pid,
    signal,
  } = options;
  const open = await Promise.all(
    Array.from({ length: connections }, () => openConnection(port, { keepBody: false, certificate })),
  );
  const times: number[] = [];
  const unexpected: Record<number, number> = {};
  let bytes = 0;
  let answered = 0;
  const busyBefore = pid === undefined ? Number.NaN : busySeconds(pid);
  const started = performance.now() + warmUpMs;
  const ends = started + ms;

  const client = async (number: number): Promise<void> => {
    const connection = open[number];
    if (!connection) return;
    for (;;) {
      const asked = performance.now();
      if (asked >= ends || signal?.aborted) return;
      const answer = await connection.request(next(number));
      const now = performance.now();
      answered += 1;
      if (asked >= started && now <= ends) {
        if (expect.includes(answer.status)) {
          times.push(now - asked);
          bytes += answer.bytes;
        } else unexpected[answer.status] = (unexpected[answer.status] ?? 0) + 1;
      }
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  try {
    await Promise.all(open.map((_, number) => client(number)));
  } finally {
    for (const connection of open) connection.close();
  }
  const seconds = (Math.min(performance.now(), ends) - started) / 1000;
  return {
    answers: times.length,
    answered,
    perSecond: times.length / seconds,
    busy: pid === undefined ? Number.NaN : ((busySeconds(pid) - busyBefore) / answered) * 1e6,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    longest: times.reduce((max, time) => Math.max(max, time), 0),
    unexpected,
    bytes: bytes / times.length,
  };
}
