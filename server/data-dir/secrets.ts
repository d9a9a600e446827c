/** The secrets that the settings do not give: generated once into the data directory, mode 0600. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, unusableDataDir } from './folders.ts';
import { SECRET_LENGTH, type Settings } from '../settings.ts';

export interface Secrets {
  /** Signs sessions. */
  authSecret: string;
  /** Bearer token of the operator's API. */
  operatorToken: string;
}

/** Where the operator's token lies when no setting gives it. */
export function operatorTokenFile(settings: Pick<Settings, 'dataDir'>): string {
  return path.join(settings.dataDir, 'operator-token');
}

/** The given secrets, or the generated ones. Call it once the data directory is known to be ours (after openDatabase). */
export async function loadSecrets(settings: Settings): Promise<Secrets> {
  return {
    authSecret: settings.authSecret ?? (await keptSecret(path.join(settings.dataDir, 'auth-secret'))),
    operatorToken: settings.operatorToken ?? (await keptSecret(operatorTokenFile(settings))),
  };
}

/** The file's secret, which is as long as a given one has to be; made first when there is none. Several processes may do so at once: the first one's stays. */
async function keptSecret(file: string): Promise<string> {
  const kept = await readSecret(file);
  if (kept !== null) return kept;
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    makeFolder(path.dirname(file));
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  } catch (error) {
    throw unusableDataDir(path.dirname(file), error);
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readSecret(file);
  if (made === null) throw new Error(`the secret in ${file} is empty; remove the file to have a new one made`);
  return made;
}

async function readSecret(file: string): Promise<string | null> {
  try {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret === '') return null;
    if (secret.length >= SECRET_LENGTH) return secret;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  throw new Error(
    `the secret in ${file} has fewer than ${SECRET_LENGTH} characters; remove the file to have a new one made`,
  );
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
