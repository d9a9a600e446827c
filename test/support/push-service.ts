/** A push service for tests: it takes what the shop sends only with a good signature, and reads it as a browser does. */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface Push {
  browser: string;
  /** What the shop wrote: it shows as a notification. */
  shown: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of the signature. */
  claims: Readonly<Record<string, unknown>>;
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** `answer`: by the browser's name, the status of the next messages; 'silence': none comes. */
export async function startPushService() {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer }>();
  const answers = new Map<string, (number | 'silence')[]>();
  const got: Push[] = [];
  const tries: string[] = [];
  const faults: unknown[] = [];
  const server = createServer((req, res) => {
    const take = async (): Promise<void> => {
      const browser = req.url?.slice(1) ?? '';
      const { keys, auth } = browsers.get(browser) ?? {};
      const body = await buffer(req);
      tries.push(browser);
      const status = answers.get(browser)?.shift() ?? 201;
      if (status === 'silence') return;
      if (!keys || !auth) return void res.writeHead(404).end();
      if (status !== 201) return void res.writeHead(status).end('This is not for the shop to read.');
      const claims = signedClaims(req.headers.authorization ?? '', origin);
      const shown = JSON.parse(decrypted(body, keys, auth)) as Push['shown'];
      got.push({ browser, shown, headers: req.headers, claims });
      res.writeHead(201).end();
    };
    take().catch((error: unknown) => {
      faults.push(error);
      res.writeHead(400).end();
    });
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    got,
    tries,
    faults,
    /** What a new browser sends to the shop. */
    subscribe(browser: string, language = 'en') {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      browsers.set(browser, { keys, auth });
      const endpoint = `${origin}/${browser}`;
      const p256dh = keys.getPublicKey('base64url');
      return { want: 'on', endpoint, p256dh, auth: auth.toString('base64url'), language };
    },
    answer(browser: string, ...statuses: (number | 'silence')[]): void {
      answers.set(browser, statuses);
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** RFC 8292. @throws unless the token is for this service, signed with the key that comes with it, and not too old. */
function signedClaims(authorization: string, audience: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const proof = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, proof)) throw new Error('bad signature');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string };
  const seconds = read.exp - Date.now() / 1_000;
  if (read.aud !== audience || seconds <= 0 || seconds > 24 * 60 * 60) throw new Error('bad claims');
  return { ...read, key };
}

/** RFC 8291 and 8188: one record of aes128gcm. */
function decrypted(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const sender = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const record = body.subarray(21 + length);
  cipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  // A record ends with 2 and padding of zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
