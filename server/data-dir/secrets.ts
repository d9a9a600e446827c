/** Secrets that no setting gives are generated once and stored in the data directory, with mode 0600. */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../base/error-code.ts';
import { unusableDataDir, writeWhole } from './folders.ts';
import { SECRET_LENGTH, type Settings } from '../environment.ts';

export type Secrets = Record<'authSecret' | 'operatorToken', string>;

type DataDir = Pick<Settings, 'dataDir'>;
export const operatorTokenFile = ({ dataDir }: DataDir): string => path.join(dataDir, 'operator-token');
const authSecretFile = ({ dataDir }: DataDir): string => path.join(dataDir, 'auth-secret');

/** The secrets of the settings, or the generated ones. Call it after `openDatabase`, which locks the data directory. */
export async function loadSecrets(settings: Settings): Promise<Secrets> {
  return {
    authSecret: settings.authSecret ?? (await storedSecret(authSecretFile(settings))),
    operatorToken: settings.operatorToken ?? (await storedSecret(operatorTokenFile(settings))),
  };
}

/** Stores secrets of a backup in place of generated ones. Those that a setting gives stay. */
export async function replaceSecrets(
  settings: Settings,
  { authSecret, operatorToken }: { authSecret: string; operatorToken?: string | undefined },
): Promise<void> {
  if (settings.authSecret === undefined) await write(authSecretFile(settings), authSecret);
  if (operatorToken !== undefined && settings.operatorToken === undefined)
    await write(operatorTokenFile(settings), operatorToken);
}

async function write(file: string, secret: string): Promise<void> {
  await writeWhole(file, Buffer.from(`${secret}\n`)).catch((error: unknown) => {
    throw unusableDataDir(path.dirname(file), error);
  });
}

/** Made when there is none: parallel processes all take the first one's. @throws when it cannot be used. */
async function storedSecret(file: string): Promise<string> {
  const stored = await readSecret(file);
  if (stored !== null) return stored;
  const draft = `${file}.${randomUUID()}`;
  await write(draft, randomBytes(32).toString('base64url'));
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readSecret(file);
  if (made === null) throw new Error(`the secret in ${file} is empty: remove the file, and the shop makes a new one`);
  return made;
}

async function readSecret(file: string): Promise<string | null> {
  try {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret === '') return null;
    if (secret.length >= SECRET_LENGTH) return secret;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  throw new Error(
    `the secret in ${file} has fewer than ${SECRET_LENGTH} characters: remove the file, and the shop makes a new one`,
  );
}
