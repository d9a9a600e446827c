/** Time-based codes of six digits (RFC 6238), as authenticator apps show them. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

export function totpUri({ secret, shop, email }: { secret: string; shop: string; email: string }): string {
  return new TOTP({ issuer: shop, label: email, secret, period: PERIOD_SECONDS }).toString();
}

/** The time step whose code this is; null when it is none. A clock may be one step off. `now` in ms since 1970. */
export function totpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret, period: PERIOD_SECONDS });
  const off = totp.validate({ token: code, timestamp: now, window: 1 });
  return off === null ? null : totp.counter({ timestamp: now }) + off;
}
