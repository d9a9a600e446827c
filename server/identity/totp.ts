/** Time-based codes of six digits (RFC 6238), as authenticator apps show them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PERIOD_MS = 30_000;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret, in base32. */
export function newTotpSecret(): string {
  let bits = '';
  for (const byte of randomBytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, '0');
  return bits.replace(/.{5}/g, (five) => BASE32.charAt(Number.parseInt(five, 2)));
}

/** The address of a secret, which apps read from a QR code. */
export function totpUri({ secret, shop, email }: { secret: string; shop: string; email: string }): string {
  const issuer = encodeURIComponent(shop);
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}&digits=6&period=30`;
}

/** The code of a time step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const start = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(start) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** The time step whose code this is; null when it is none. A clock may be one step off. `now` in ms since 1970. */
export function totpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const step = Math.floor(now / PERIOD_MS);
  const matching = [step - 1, step, step + 1].filter((at) =>
    timingSafeEqual(Buffer.from(totpCode(secret, at)), Buffer.from(code)),
  );
  return matching.at(-1) ?? null;
}

function decodeBase32(text: string): Buffer {
  let bits = '';
  for (const character of text) bits += BASE32.indexOf(character).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
