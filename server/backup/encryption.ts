/** The format of age (https://age-encryption.org/v1), so that `age --decrypt` reads a backup without the shop. */
import { Readable } from 'node:stream';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { BackupError, DAMAGED } from './format.ts';

const MAGIC = Buffer.from('age-encryption.org/v1');

/** `key` is an age identity, `AGE-SECRET-KEY-1…`. */
export async function* encrypted(file: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  yield* await encrypter.encrypt(webStream(file));
}

/** A backup that is not encrypted stays as it is. @throws {BackupError} when the key does not fit, or there is none. */
export async function* decrypted(file: AsyncIterable<Uint8Array>, key: string | undefined): AsyncGenerator<Uint8Array> {
  const chunks = file[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let length = 0;
  while (length < MAGIC.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    head.push(value);
    length += value.byteLength;
  }
  const start = Buffer.concat(head);
  let lost: { error: unknown } | undefined;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield start;
    try {
      yield* { [Symbol.asyncIterator]: () => chunks };
    } catch (error) {
      lost = { error };
      throw error;
    }
  };
  if (!start.subarray(0, MAGIC.length).equals(MAGIC)) return yield* whole();
  if (key === undefined) throw new BackupError('the backup is encrypted: set BACKUP_KEY to its key');
  const refusal = (cause: unknown, message: string): unknown =>
    lost ? lost.error : new BackupError(message, { cause });
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const opened = await decrypter.decrypt(webStream(whole())).catch((error: unknown) => {
    throw refusal(error, 'the backup is encrypted with another key than BACKUP_KEY');
  });
  try {
    yield* opened;
  } catch (error) {
    throw refusal(error, DAMAGED);
  }
}

function webStream(file: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(file)) as ReadableStream<Uint8Array>;
}
