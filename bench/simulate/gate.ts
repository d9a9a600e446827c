/**
 * A gate between one process of a shop and its PostgreSQL server. It counts the calls to the database, and lets a
 * chosen one fail in the ways in which calls fail: nothing of the shop or of its driver is replaced.
 */
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { type Session, type Sessions, message, query } from './sessions.ts';

/**
 * How a call fails. `cut`: the connection breaks before the server has it. `lost`: the server has done it, and its
 * answer is lost. `ended`: an administrator ends the session before it. `refused`: the server gives up on it, as after
 * too long a time. `conflict`: it loses against another transaction. `killed`: the process ends before the call;
 * `killed late`: after the server has done it.
 */
export const FAULTS = ['cut', 'lost', 'ended', 'refused', 'conflict', 'killed', 'killed late'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Gate {
  url: string;
  /** Calls since the last plan. */
  calls(): number;
  /** The n-th call from now on, from 1, fails; null: none. */
  plan(fault: { call: number; kind: Fault } | null): void;
  /** Whether the planned fault has come. */
  hasFailed(): boolean;
  /** Notifications do not arrive: the connections that listen break, and come back after `hear`. */
  deafen(): void;
  hear(): void;
  isDeaf(): boolean;
  /** Breaks all connections and takes none any more: its process is gone. */
  close(): void;
}

/** What PostgreSQL does in place of a call, so that a transaction fails as it does. */
const FAILING = { refused: failing('57014'), conflict: failing('40001') };

/** A gate to the database at `target`, which `sessions` reach. */
export async function openGate(target: string, sessions: Sessions, onKilled: () => void = () => {}): Promise<Gate> {
  let calls = 0;
  let planned: { call: number; kind: Fault } | null = null;
  let failed = false;
  let deaf = false;
  let closed = false;
  const links = new Set<Link>();

  function kill(): void {
    closed = true;
    server.close();
    for (const link of links) link.cut();
  }

  /** What becomes of a call: null, it goes on. */
  function faultOf(): Fault | null {
    calls += 1;
    if (calls !== planned?.call) return null;
    failed = true;
    return planned.kind;
  }

  const server = createServer({ noDelay: true }, (shop) => {
    const link = new Link(shop, sessions, {
      faultOf,
      killed() {
        kill();
        onKilled();
      },
      isDeaf: () => deaf,
    });
    links.add(link);
    shop.once('close', () => links.delete(link));
    if (closed) link.cut();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    calls: () => calls,
    plan(fault) {
      calls = 0;
      failed = false;
      planned = fault;
    },
    hasFailed: () => failed,
    deafen() {
      deaf = true;
      for (const link of links) if (link.listens) link.cut();
    },
    hear() {
      deaf = false;
      for (const link of links) link.goOn();
    },
    isDeaf: () => deaf,
    close: kill,
  };
}

interface LinkOptions {
  faultOf: () => Fault | null;
  killed: () => void;
  isDeaf: () => boolean;
}

/** One connection. The frontend's messages are gathered until a call is whole, and then sent, or not. */
class Link {
  listens = false;
  readonly #shop: Socket;
  readonly #sessions: Sessions;
  readonly #options: LinkOptions;
  /** From the frontend's first message on. */
  #server: Session | null = null;
  #sent: Buffer = Buffer.alloc(0);
  #answered: Buffer = Buffer.alloc(0);
  /** What is done with the answer of the present call instead of passing it on. */
  #afterwards: (() => void) | null = null;
  #waiting: Buffer[] = [];

  constructor(shop: Socket, sessions: Sessions, options: LinkOptions) {
    this.#shop = shop;
    this.#sessions = sessions;
    this.#options = options;
    shop.on('error', () => {});
    shop.on('close', () => this.#leave());
    shop.on('data', (bytes) => this.#take(bytes));
  }

  cut(): void {
    this.#shop.destroy();
    this.#leave();
  }

  #leave(): void {
    this.#server?.release();
    this.#server = null;
  }

  goOn(): void {
    for (const call of this.#waiting.splice(0)) this.#server?.call(call);
  }

  #begin(startup: Buffer): void {
    this.#server = this.#sessions.begin(startup);
    this.#server.onAnswer(
      (bytes) => this.#answer(bytes),
      () => this.#shop.destroy(),
    );
    if (this.#server.greeting) this.#shop.write(this.#server.greeting);
  }

  #take(bytes: Buffer): void {
    this.#sent = this.#sent.length === 0 ? bytes : Buffer.concat([this.#sent, bytes]);
    let end = 0;
    let from = 0;
    for (;;) {
      // The first message has no type.
      const at = this.#server ? end + 1 : end;
      if (this.#sent.length < at + 4) break;
      const next = at + this.#sent.readInt32BE(at);
      if (this.#sent.length < next) break;
      const type = this.#server ? String.fromCharCode(this.#sent[end] ?? 0) : 'startup';
      end = next;
      if (PARTS.has(type)) continue;
      const message = this.#sent.subarray(from, end);
      from = end;
      if (!this.#server) this.#begin(message);
      else if (type === 'Q' || type === 'S') this.#call(message, this.#server);
      else if (type === TERMINATE) this.#shop.end();
      else this.#server.write(message);
      if (this.#shop.destroyed) return;
    }
    this.#sent = this.#sent.subarray(from);
  }

  #call(call: Buffer, server: Session): void {
    if (call.toString('latin1', 5, 12) === 'listen ') {
      this.listens = true;
      if (this.#options.isDeaf()) {
        this.#waiting.push(call);
        return;
      }
    }
    // A listening connection is not part of what the shop does for a request.
    const fault = this.listens ? null : this.#options.faultOf();
    switch (fault) {
      case null:
        server.call(call);
        return;
      case 'cut':
        this.cut();
        return;
      case 'killed':
        this.#options.killed();
        return;
      case 'ended':
        this.#shop.end(ENDED);
        this.#leave();
        return;
      case 'refused':
      case 'conflict':
        server.call(FAILING[fault]);
        return;
      case 'lost':
      case 'killed late':
        this.#afterwards = fault === 'lost' ? () => this.cut() : this.#options.killed;
        server.call(call);
    }
  }

  #answer(bytes: Buffer): void {
    if (!this.#afterwards) {
      this.#shop.write(bytes);
      return;
    }
    this.#answered = Buffer.concat([this.#answered, bytes]);
    // ReadyForQuery: the server has done all of the call.
    const end = this.#answered.subarray(-6);
    if (end.length === 6 && end.readInt32BE(1) === 5 && end[0] === 0x5a) this.#afterwards();
    // Rows that come in are asked for: the call goes on.
    else if (this.#answered[0] === 0x47) {
      this.#shop.write(this.#answered);
      this.#answered = Buffer.alloc(0);
    }
  }
}

/** Parse, Bind, Describe, Execute, Close: parts of a call that Sync ends. */
const PARTS = new Set(['P', 'B', 'D', 'E', 'C']);
const TERMINATE = 'X';

const ENDED = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

function failing(code: string): Buffer {
  return query(`do $$ begin raise exception 'a simulated fault' using errcode = '${code}'; end $$`);
}
