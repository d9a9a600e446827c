/** nginx with deploy/nginx.conf and its own certificate, in front of the tests' shop processes. */
import { execFileSync } from 'node:child_process';
import { X509Certificate, createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { programOf } from './programs.ts';
import { freePort } from './free-port.ts';
import { startChild } from './child-process.ts';

/** The host name in the documented configuration. */
export const HOST = 'shop.example';

export interface Nginx {
  /** The parent of its processes. */
  pid: number;
  /** The folder with its site (sodai.conf) and its own process's number (nginx.pid). */
  home: string;
  /** The ports on 127.0.0.1 that replace 443 and 80. */
  https: number;
  http: number;
  /** The certificate, and the hash of its key, with which Chromium trusts it. */
  certificate: string;
  keyHash: string;
  /** The log of the requests so far. */
  accessLog(): Promise<string>;
  stop(): Promise<void>;
}

const START_MS = 20_000;
const ACCESS_LOG = 'access.log';

/**
 * Starts nginx in front of the shop processes on these ports, with what its operator has changed in the site. It ends
 * with `stop`, and with this process. @throws nginx's own error.
 */
export async function startNginx(shops: readonly number[], changed: readonly Change[] = []): Promise<Nginx> {
  const [nginx, openssl] = [programOf('nginx'), programOf('openssl')];
  const home = await mkdtemp(path.join(tmpdir(), 'sodai-nginx-'));
  // When root starts nginx, its worker is another user, who must be able to create folders here.
  await chmod(home, 0o755);
  const [https, http] = [await freePort(), await freePort()];
  const certificate = await makeCertificate(openssl, home);
  await writeFile(path.join(home, 'nginx.conf'), MAIN_CONFIG);
  await writeFile(path.join(home, 'sodai.conf'), await siteConfig({ shops, https, http, changed }));
  const server = startChild([nginx, '-p', home, '-c', 'nginx.conf', '-e', 'stderr']);
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + START_MS; !(await isListening(https)); await delay(20)) {
    if (Date.now() < deadline) continue;
    await stop();
    throw new Error(`nginx does not start: ${server.errorOutput()}`);
  }
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  const keyHash = createHash('sha256').update(key).digest('base64');
  const accessLog = (): Promise<string> => readFile(path.join(home, ACCESS_LOG), 'utf8');
  return { pid: server.pid, home, https, http, certificate, keyHash, accessLog, stop };
}

/** The rest of Debian's nginx.conf, around the site's. */
const MAIN_CONFIG = `
daemon off;
worker_processes 1;
pid nginx.pid;
error_log stderr warn;
worker_rlimit_nofile 40000;
events { worker_connections 16384; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  gzip on;
  include sodai.conf;
}
`;

type Change = readonly [found: RegExp, replacement: string];

interface Site {
  shops: readonly number[];
  https: number;
  http: number;
  changed: readonly Change[];
}

/** The documented site with ports and a certificate for tests; nothing else is changed but by `changed`. */
async function siteConfig({ shops, https, http, changed }: Site) {
  const changes: Change[] = [
    ...changed,
    [/^ *server 127\.0\.0\.1:3000;.*$/m, shops.map((port) => `server 127.0.0.1:${port};`).join('\n')],
    [/listen 443 /, `listen 127.0.0.1:${https} `],
    [/listen 80;/, `listen 127.0.0.1:${http};`],
    [/^ *listen \[::\]:443 .*$/m, ''],
    [/^ *listen \[::\]:80;$/m, ''],
    [/\/etc\/letsencrypt\/live\/shop\.example\/fullchain\.pem/, 'certificate.pem'],
    [/\/etc\/letsencrypt\/live\/shop\.example\/privkey\.pem/, 'key.pem'],
    [/\/var\/log\/nginx\/access\.log/g, ACCESS_LOG],
  ];
  let site = await readFile(path.join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
  for (const [found, replacement] of changes) {
    if (!found.test(site)) throw new Error(`deploy/nginx.conf has no ${found.source}`);
    site = site.replace(found, replacement);
  }
  return site;
}

async function makeCertificate(openssl: string, home: string): Promise<string> {
  const file = path.join(home, 'certificate.pem');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem'];
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  execFileSync(openssl, ['req', '-x509', '-days', '2', ...key, ...names, '-out', file], { cwd: home, stdio: 'pipe' });
  return readFile(file, 'utf8');
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
