/** PgBouncer in front of a PostgreSQL server, as docs/operations.md sets it up. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '../test/support/child-process.ts';
import { freePort } from '../test/support/free-port.ts';
import { chooseServerUser } from '../server/db/own-server/cluster.ts';
import { findProgram } from '../test/support/programs.ts';

export interface PgBouncer {
  /** The database's URL through it. */
  url: string;
  /** Ends it, and with it all connections, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it in front of the database at this URL. @throws one line when it is not installed. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const program = findProgram(['pgbouncer']);
  if (program === undefined) throw new Error('this benchmark needs PgBouncer: apt-get install pgbouncer');
  const home = await mkdtemp(path.join(tmpdir(), 'sodai-pgbouncer-'));
  const { hostname, port: target, username, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const name = pathname.slice(1);
  const config = `[databases]
${name} = host=${hostname} port=${target} dbname=${name} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
`;
  await writeFile(path.join(home, 'pgbouncer.ini'), config);
  const { prefix, ids } = await chooseServerUser(home, program);
  // With SIGINT it would wait for its clients.
  const start = () => startChild([...prefix, program, '-q', 'pgbouncer.ini'], { ...ids, cwd: home }, 'TERM');
  let running = start();
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${name}`,
    async restart() {
      await running.stop();
      running = start();
    },
    async stop() {
      await running.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
