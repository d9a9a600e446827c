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
  const DAMAGED = 'BackupError: the backup is cut or damaged';
  const key = await generateX25519Identity();
  const hidden = await bytesOf(encrypted(streamOf(FILE), key));
  const damaged = Uint8Array.from(hidden);
  damaged[hidden.length - 100] = (damaged[hidden.length - 100] ?? 0) ^ 1;
  const read = (bytes: Uint8Array) => bytesOf(decrypted(streamOf(bytes), key)).catch(String);
  expect(await read(damaged)).toBe(DAMAGED);
  expect(await read(hidden.subarray(0, hidden.length - 100))).toBe(DAMAGED);
  async function* lost(): AsyncGenerator<Uint8Array> {
    yield hidden.subarray(0, 100_000);
    throw new Error('the store is away');
  }
  await expect(bytesOf(decrypted(lost(), key))).rejects.toThrow('the store is away');
});
