import type { Session } from '../db/session.ts';

/** The key that encrypts them and digests recovery codes, from AUTH_SECRET. */
export function secondFactorKey(authSecret: string): string {
  return `second factor:${authSecret}`;
}

/** Encrypts all secrets for another AUTH_SECRET. Recovery codes are digests that cannot be made again: they are removed. */
export async function resealSecondFactors(session: Pick<Session, 'rows'>, from: string, to: string): Promise<void> {
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
  const stored = await session.rows('select user_id, totp_secret from operators where totp_secret is not null');
  for (const { user_id, totp_secret } of stored) {
    const plain = await symmetricDecrypt({ key: secondFactorKey(from), data: String(totp_secret) }).catch(() => null);
    // Made with a secret before the backup's: no code of it was right there either.
    if (plain === null) continue;
    const sealed = await symmetricEncrypt({ key: secondFactorKey(to), data: plain });
    await session.rows("update operators set totp_secret = $1, recovery_codes = '{}' where user_id = $2", [
      sealed,
      user_id,
    ]);
  }
}
