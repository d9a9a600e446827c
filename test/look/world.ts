/**
 * The shop that is photographed: the built pages in this process, on a database of its own, at a fixed time and with the
 * same ids each time, so that two runs show the same.
 */
import '../../server/production.ts';
import crypto from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
import { Client } from 'pg';
import { pino } from 'pino';
import { CLOCK_FIRST, CLOCK_OF_DATABASE, type Clock, startClock } from '../../bench/simulate/clock.ts';
import { openDatabaseAt } from '../../server/db/connect.ts';
import { readSettings } from '../../server/environment.ts';
import { loadBuiltApp } from '../../server/main.ts';
import { createServices } from '../../server/services.ts';
import { makePasswordsCheap } from '../support/cheap-passwords.ts';
import { startMailServer } from '../support/mail-server.ts';
import { OPERATOR_TOKEN } from '../support/operator-client.ts';
import { onServer, startPostgres } from '../support/postgres-server.ts';
import { newDataDir, removeData } from '../support/shop-process.ts';

/** What the browser asks for; the browser's own table of names leads it to the shop's port (photograph.ts). */
export const ORIGIN = 'http://sodai.localhost';

export interface World {
  /** Where programs reach the shop. */
  url: string;
  port: number;
  clock: Clock;
  database: Client;
  close(): Promise<void>;
}

/** Opens the shop with the demo catalogue; its clock stands at `time`, in ms since 1970. */
export async function openWorld(time: number): Promise<World> {
  makePasswordsCheap();
  const [server, mails, dataDir] = await Promise.all([startPostgres(), startMailServer(), newDataDir()]);
  await onServer(server.url, 'create database look');
  await onServer(server.url, `alter database look set search_path = ${CLOCK_FIRST}`);
  const url = new URL(server.url);
  url.pathname = 'look';
  const database = new Client({ connectionString: url.href });
  await database.connect();
  await database.query(CLOCK_OF_DATABASE);
  await (await openDatabaseAt(url.href)).close();
  const clock = startClock(database);
  await clock.set(time);
  let answer: RequestListener = () => undefined;
  const front = createServer({ keepAliveTimeout: 0 }, (req, res) => answer(req, res));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: url.href,
    AUTH_SECRET: 'a secret of a shop that is only photographed',
    OPERATOR_TOKEN,
    PUBLIC_URL: ORIGIN,
    SMTP_URL: mails.url,
    MAIL_FROM: 'shop@example.com',
    RATE_LIMIT: 'off',
  });
  const services = await createServices(settings, pino({ level: 'silent' }));
  answer = await loadBuiltApp(services);
  drawTheSame();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    clock,
    database,
    async close() {
      clock.stop();
      front.close();
      front.closeAllConnections();
      await services.close();
      await database.end();
      await mails.stop();
      await server.stop();
      await removeData(dataDir);
    },
  };
}

/** The ids of orders are drawn with it: from now on they are the same in each run. */
function drawTheSame(): void {
  let seed = 44;
  const draw = (from: number, to?: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const [least, limit] = to === undefined ? [0, from] : [from, to];
    return least + Math.floor((seed / 2 ** 32) * (limit - least));
  };
  Object.assign(crypto, { randomInt: draw });
  syncBuiltinESMExports();
}
