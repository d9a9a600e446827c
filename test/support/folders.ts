/** Folders for tests that write files; each is gone after its test file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** Declares the clean-up; call it at the top of a test file or describe. Returns what makes a folder. */
export function temporaryFolders(): () => Promise<string> {
  const made: string[] = [];
  afterAll(async () => {
    for (const folder of made) await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sodai-test-'));
    made.push(folder);
    return folder;
  };
}
