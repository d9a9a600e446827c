import { generateX25519Identity } from 'age-encryption';
import { expect, test } from 'vitest';
import { bytesOf, streamOf } from '../../test/support/places.ts';
import { decrypted, encrypted } from './encryption.ts';

const FILE = Buffer.from('the orders of a shop\n'.repeat(10_000));

test('a backup is read with its key only, and one without encryption with any', async () => {
  const [key, other] = [await generateX25519Identity(), await generateX25519Identity()];
  const hidden = await bytesOf(encrypted(streamOf(FILE), key));
  expect(hidden.includes('orders')).toBe(false);
  expect(FILE.equals(await bytesOf(decrypted(streamOf(hidden), key)))).toBe(true);
  await expect(bytesOf(decrypted(streamOf(hidden), other))).rejects.toThrow(
    'encrypted with another key than BACKUP_KEY',
  );
  await expect(bytesOf(decrypted(streamOf(hidden), undefined))).rejects.toThrow('set BACKUP_KEY');
  for (const given of [key, undefined]) {
    expect(FILE.equals(await bytesOf(decrypted(streamOf(FILE), given)))).toBe(true);
    expect(await bytesOf(decrypted(streamOf(Buffer.from('a')), given))).toHaveLength(1);
  }
});

test('a damaged or cut one is refused', async () => {
  const key = await generateX25519Identity();
  const hidden = await bytesOf(encrypted(streamOf(FILE), key));
  const damaged = Uint8Array.from(hidden);
  damaged[hidden.length - 100] = (damaged[hidden.length - 100] ?? 0) ^ 1;
  await expect(bytesOf(decrypted(streamOf(damaged), key))).rejects.toThrow(/tag|decrypt/);
  await expect(bytesOf(decrypted(streamOf(hidden.subarray(0, hidden.length - 100)), key))).rejects.toThrow(
    /tag|decrypt/,
  );
});
