/** Bare node:http in its own process, with an answer of the shop: the upper limit of a Node server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Answer } from './connection.ts';

/** Headers that every Node server writes by itself. */
const OWN_HEADERS = /^(?:date|connection|keep-alive)$/i;

/** Runs `work` with a bare-server.ts that sends this answer. */
export async function withBareServer<T>(
  { head, body }: Answer,
  work: (server: { port: number; pid: number }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sodai-bench-'));
  const file = path.join(folder, 'answer.json');
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
    .filter(([name]) => !OWN_HEADERS.test(name));
  await writeFile(file, JSON.stringify({ headers: headers.flat(), body: body.toString('base64') }));
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(child.stdout, 'data');
    return await work({ port: Number(String(line)), pid: child.pid ?? 0 });
  } finally {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}
