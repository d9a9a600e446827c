/** A passkey in software, as a browser and a device would make and use it together (WebAuthn, ES256). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');

/** A byte string of CBOR, of 24 to 255 bytes. */
const bytes = (data: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, data.length]), data]);
const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);

const PRESENT = 1;
const VERIFIED = 4;
const WITH_KEY = 64;

interface Authenticator {
  id: string;
  /** Answers a registration as JSON. */
  create(challenge: string, userHandle: string): string;
  /** Answers a login as JSON; `change` says what is unusual about it. */
  get(challenge: string, change?: { verified?: boolean; origin?: string; rpId?: string; counter?: number }): string;
}

export function newAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let userHandle = '';
  let uses = 0;
  // {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);

  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  const credential = (response: object): string =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    });

  return {
    id: base64url(id),
    create(challenge, handle) {
      userHandle = handle;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authenticatorData(new URL(origin).hostname, PRESENT + VERIFIED + WITH_KEY, 0);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(Buffer.concat([data, attested])),
      ]);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      });
    },
    get(challenge, { verified = true, origin: from = origin, rpId = new URL(origin).hostname, counter } = {}) {
      uses += 1;
      const client = clientData('webauthn.get', challenge, from);
      const data = authenticatorData(rpId, PRESENT + (verified ? VERIFIED : 0), counter ?? uses);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle,
      });
    },
  };
}
