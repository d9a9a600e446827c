/**
 * The built shop in the test's own process, behind its HTTP server: what a page says and a form answers is asked by
 * requests, without a browser. Each shop has a database of its own with the demo catalogue.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { StaffRole } from '../../domain/accounts/roles.ts';
import { loadBuiltApp } from '../../server/main.ts';
import { createServices, type Services } from '../../server/services.ts';
import { readSettings } from '../../server/environment.ts';
import { makePasswordsCheap } from './cheap-passwords.ts';
import { createDatabase } from './databases.ts';
import { OPERATOR_TOKEN } from './operator-client.ts';
import { newPerson } from './factories.ts';
import { PASSWORD, Visitor } from './visitor.ts';

export interface FrontDoor {
  /** 'http://localhost:PORT', without a trailing slash. */
  url: string;
  services: Services;
  /** The folder with the mails, as `.eml` files, and the pictures. */
  dataDir: string;
  /** A browser without scripts that nobody has used yet. */
  visitor(): Visitor;
  /** A visitor who is logged in to the console: an owner, or as what they are invited. */
  operator(as?: { role?: StaffRole; rider?: string }): Promise<Visitor & { email: string }>;
  close(): Promise<void>;
}

makePasswordsCheap();

/** Opens a shop; `settings` are environment variables. Close it with `close`. */
export async function openFrontDoor(
  settings: Readonly<Record<string, string>> = {},
  log = pino({ level: 'silent' }),
): Promise<FrontDoor> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sodai-door-'));
  await symlink(inject('demoPictures'), path.join(dataDir, 'images'));
  let answer: RequestListener = () => undefined;
  // The shop and its visitor share a process: while a page is read, none of them may close an idle connection that the
  // other one uses next.
  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const services = await createServices(
    readSettings({
      DATA_DIR: dataDir,
      DATABASE_URL: await createDatabase({ template: inject('demoTemplate') }),
      AUTH_SECRET: 'a secret of these tests, long enough',
      OPERATOR_TOKEN,
      PUBLIC_URL: url,
      RATE_LIMIT: 'off',
      ...settings,
    }),
    log,
  );
  answer = await loadBuiltApp(services);
  return {
    url,
    services,
    dataDir,
    visitor: () => new Visitor(url),
    async operator(as = {}) {
      const email = newPerson().email;
      const visitor = new Visitor(url);
      const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
      const invited = await visitor.send('POST', '/api/operator/operators/invite', { email, ...as }, headers);
      const { link } = await invited.json();
      const body = new URLSearchParams({ name: 'Rina', password: PASSWORD });
      const entered = await visitor.fetch(new URL(link).pathname, { method: 'POST', body });
      if (entered.status !== 302) throw new Error(`the invitation answers ${entered.status}: ${await entered.text()}`);
      return Object.assign(visitor, { email });
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await services.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
