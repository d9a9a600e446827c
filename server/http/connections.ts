/** What one connection may take up: an answer of which its client reads nothing, and requests that it sends without waiting for answers. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Middleware } from './middleware.ts';

/** Requests of a connection that wait for the answer before theirs. Browsers and proxies send one at a time. */
const MAX_PIPELINED = 100;

const TURNS = Symbol('turns');
type Queued = Socket & { [TURNS]?: { last: ServerResponse; waiting: number } };

/** Answers pipelined requests one after the other, and closes a connection that takes nothing of its answer for `unreadMs`. */
export function takeTurns({
  unreadMs,
  maxPipelined = MAX_PIPELINED,
}: {
  unreadMs: number;
  maxPipelined?: number;
}): Middleware {
  return (req, res, next) => {
    const socket: Queued = req.socket;
    res.setTimeout(unreadMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    const turns = (socket[TURNS] ??= { last: res, waiting: 0 });
    const { last } = turns;
    turns.last = res;
    if (last === res || last.closed) return next();
    if (turns.waiting >= maxPipelined) return void socket.destroy();
    turns.waiting += 1;
    last.once('close', () => {
      turns.waiting -= 1;
      if (!socket.destroyed) next();
    });
  };
}
