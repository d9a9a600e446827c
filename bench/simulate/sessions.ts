/**
 * Sessions on the PostgreSQL server, used again: a new one reads the catalogue and compiles each function anew, which
 * takes longer than what is simulated. What ends with a session ends here by a statement: its transaction, its locks,
 * what it listens to, and its settings. Statements stay prepared.
 */
import { type Socket, connect } from 'node:net';

export interface Server {
  host: string;
  port: number;
  /** The folder of its socket, which is faster than the network. */
  socketFolder?: string;
}

/** In place of a connection to the server. */
export interface Session {
  write(bytes: Buffer): void;
  /** The last bytes of a call: the server says when it is done. */
  call(bytes: Buffer): void;
  /** Where the answers go, until it is released. */
  onAnswer(take: (bytes: Buffer) => void, onEnd: () => void): void;
  /** What the server said when it began, for a frontend that begins now; null: that comes yet. */
  greeting: Buffer | null;
  /** The frontend is gone. */
  release(): void;
}

export type Sessions = ReturnType<typeof openSessions>;

export function openSessions({ host, port, socketFolder }: Server) {
  const all = new Set<ServerSession>();
  /** By what their frontends said at the start; the warmest is the last. */
  const free = new Map<string, ServerSession[]>();
  return {
    /** Sends the message with which a frontend starts. */
    begin(startup: Buffer): Session {
      const key = startup.toString('latin1');
      const waiting = free.get(key) ?? [];
      free.set(key, waiting);
      const used = waiting.pop();
      if (used) return used;
      const target = socketFolder ? { path: `${socketFolder}/.s.PGSQL.${port}` } : { host, port, noDelay: true };
      const session = new ServerSession(connect(target), {
        onFree: () => waiting.push(session),
        onEnd() {
          all.delete(session);
          const at = waiting.indexOf(session);
          if (at !== -1) waiting.splice(at, 1);
        },
      });
      all.add(session);
      session.call(startup);
      return session;
    },
    close(): void {
      for (const session of all) session.end();
    },
  };
}

/** As when a session ends, but that plans and statements stay. */
const RESET = query(
  'rollback; select pg_catalog.pg_advisory_unlock_all(); unlisten *; reset all; close all; discard temp',
);

const ignore = (): void => {};

class ServerSession implements Session {
  greeting: Buffer | null = null;
  readonly #socket: Socket;
  readonly #onFree: () => void;
  #greeted: Buffer[] = [];
  /** Calls that the server has not answered. */
  #open = 0;
  #copiesIn = false;
  /** Their names, by their texts. */
  readonly #statements = new Map<string, string>();
  #named = 0;
  #preparing: { statement: string; name: string } | null = null;
  #state: 'used' | 'left' | 'reset' = 'used';
  #take: (bytes: Buffer) => void = ignore;
  #ended: () => void = ignore;
  /** Of the answers: the beginning of the next message, and how many bytes of the present one are to come. */
  #head: Buffer = Buffer.alloc(0);
  #body = 0;

  constructor(socket: Socket, { onFree, onEnd }: { onFree: () => void; onEnd: () => void }) {
    this.#socket = socket;
    this.#onFree = onFree;
    socket.on('error', ignore);
    socket.on('data', (bytes) => this.#answer(bytes));
    socket.on('close', () => {
      onEnd();
      this.#ended();
    });
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  call(bytes: Buffer): void {
    this.#open += 1;
    this.#socket.write(this.#open === 1 ? this.#prepared(bytes) : bytes);
  }

  /** A call without its Parse, when it has been prepared here. Its answer then has no ParseComplete, for which the driver does not wait. */
  #prepared(call: Buffer): Buffer {
    this.#preparing = null;
    if (call[0] !== PARSE) return call;
    const end = 1 + call.readInt32BE(1);
    // Of those without a name, the statement is followed by its Bind, which names it after an empty portal.
    if (call[5] !== 0 || call[end] !== BIND || call[end + 5] !== 0 || call[end + 6] !== 0) return call;
    const statement = call.toString('latin1', 6, end);
    const known = this.#statements.get(statement);
    const name = known ?? `s${(this.#named += 1)}`;
    const bind = named(call.subarray(end, end + 1 + call.readInt32BE(end + 1)), 6, name);
    const rest = call.subarray(end + 1 + call.readInt32BE(end + 1));
    if (known !== undefined) return Buffer.concat([bind, rest]);
    this.#preparing = { statement, name };
    return Buffer.concat([named(call.subarray(0, end), 5, name), bind, rest]);
  }

  onAnswer(take: (bytes: Buffer) => void, onEnd: () => void): void {
    this.#state = 'used';
    this.#take = take;
    this.#ended = onEnd;
  }

  release(): void {
    this.#take = ignore;
    this.#ended = ignore;
    // It would wait for rows for ever.
    if (this.#copiesIn || this.greeting === null) return this.end();
    this.#state = 'left';
    if (this.#open === 0) this.#reset();
  }

  end(): void {
    this.#socket.destroy();
  }

  #reset(): void {
    this.#state = 'reset';
    this.call(RESET);
  }

  #answer(bytes: Buffer): void {
    if (this.greeting === null) this.#greeted.push(bytes);
    if (this.#preparing && bytes[0] === PARSED) this.#statements.set(this.#preparing.statement, this.#preparing.name);
    this.#preparing = null;
    const ready = this.#readyIn(bytes);
    this.#take(bytes);
    if (ready === 0) return;
    this.#open -= ready;
    if (this.greeting === null) {
      this.greeting = Buffer.concat(this.#greeted);
      this.#greeted = [];
    }
    if (this.#open > 0 || this.#state === 'used') return;
    if (this.#state === 'left') this.#reset();
    else this.#onFree();
  }

  /** How often the server says that it has done a call: ReadyForQuery. */
  #readyIn(bytes: Buffer): number {
    let ready = 0;
    let at = this.#body;
    while (at < bytes.length) {
      if (this.#head.length > 0 || bytes.length < at + 5) {
        const missing = 5 - this.#head.length;
        this.#head = Buffer.concat([this.#head, bytes.subarray(at, at + missing)]);
        if (this.#head.length < 5) {
          this.#body = 0;
          return ready;
        }
        at += missing - 5;
      }
      const head = this.#head.length > 0 ? this.#head : bytes.subarray(at, at + 5);
      this.#head = Buffer.alloc(0);
      const type = head[0];
      if (type === READY) ready += 1;
      if (type === READY || type === COPIES_IN) this.#copiesIn = type === COPIES_IN;
      at += 1 + head.readInt32BE(1);
    }
    this.#body = at - bytes.length;
    return ready;
  }
}

/** A message with a name in place of the empty text at `at`. */
function named(given: Buffer, at: number, name: string): Buffer {
  const result = Buffer.concat([given.subarray(0, at), Buffer.from(name, 'latin1'), given.subarray(at)]);
  result.writeInt32BE(result.length - 1, 1);
  return result;
}

const PARSE = 0x50;
const BIND = 0x42;
const PARSED = 0x31;
const READY = 0x5a;
const COPIES_IN = 0x47;

export function query(text: string): Buffer {
  return message('Q', `${text}\0`);
}

/** With its type and length, as the protocol has it. */
export function message(type: string, text: string): Buffer {
  const body = Buffer.from(text, 'latin1');
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
