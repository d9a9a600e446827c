/** The format of age (https://age-encryption.org/v1), so that `age --decrypt` reads a backup without the shop. */
import { Readable } from 'node:stream';
import { gathered } from '../../base/bytes.ts';
import { BackupError, DAMAGED, watched } from './format.ts';

const MAGIC = Buffer.from('age-encryption.org/v1');

/** `key` is an age identity, `AGE-SECRET-KEY-1…`. */
export async function* encrypted(file: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Uint8Array> {
  const { Encrypter, identityToRecipient } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  yield* await encrypter.encrypt(webStream(file));
}

/** A backup that is not encrypted stays as it is. @throws {BackupError} when the key does not fit, or there is none. */
export async function* decrypted(file: AsyncIterable<Uint8Array>, key: string | undefined): AsyncGenerator<Uint8Array> {
  const pieces = gathered(file, MAGIC.length);
  const { value: start = MAGIC.subarray(0, 0) } = await pieces.next();
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield start;
    yield* pieces;
  }
  if (!MAGIC.equals(start.subarray(0, MAGIC.length))) return yield* whole();
  if (key === undefined) throw new BackupError('the backup is encrypted: set BACKUP_KEY to its key');
  const { Decrypter } = await import('age-encryption');
  const { bytes, faultOr } = watched(whole());
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  let message = 'the backup is encrypted with another key than BACKUP_KEY';
  try {
    const opened = await decrypter.decrypt(webStream(bytes));
    message = DAMAGED;
    yield* opened;
  } catch (cause) {
    throw faultOr(new BackupError(message, { cause }));
  }
}

function webStream(file: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(file)) as ReadableStream<Uint8Array>;
}
