import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type RequestListener, createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolders } from '../test/support/folders.ts';
import { listen } from '../test/support/listen.ts';
import { programOf } from '../test/support/programs.ts';
import { askAddress } from './checks.ts';

const newFolder = temporaryFolders();
const shop: RequestListener = (_, res) => void res.end('{"name":"Sodai"}');

async function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  return listen(server);
}

test('an address answers with this shop, with another one, or not', async () => {
  const origin = `http://127.0.0.1:${await portOf(createPlainServer(shop))}`;
  const other = { fault: 'answers, but not with this shop', certificateDays: null };
  expect(await askAddress(origin, 'Karim Store')).toEqual(other);
  const page = `http://127.0.0.1:${await portOf(createPlainServer((_, res) => void res.end('<!doctype html>')))}`;
  expect(await askAddress(page, 'Sodai')).toEqual(other);
  const away = expect.stringMatching(/^does not answer: /);
  expect(await askAddress('http://127.0.0.1:1', 'Sodai')).toMatchObject({ fault: away });
});

test('a certificate is one that browsers trust, and its days are counted', async () => {
  const folder = await newFolder();
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '20'];
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(programOf('openssl'), [...options, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const own = { key: readFileSync(key), cert: readFileSync(cert) };
  const origin = `https://localhost:${await portOf(createServer(own, shop))}`;
  const untrusted = { fault: 'does not answer: DEPTH_ZERO_SELF_SIGNED_CERT', certificateDays: null };
  expect(await askAddress(origin, 'Sodai')).toEqual(untrusted);
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, own.cert.toString()]);
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
  const { fault, certificateDays } = await askAddress(origin, 'Sodai');
  expect(fault).toBeNull();
  expect(certificateDays).toBeCloseTo(20, 1);
});
