/** Temporary folders for tests; deleted after the test file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** Registers the clean-up; call it at the top of a test file or describe. Returns a function that creates a folder. */
export function temporaryFolders(): () => Promise<string> {
  const made: string[] = [];
  afterAll(async () => {
    for (const folder of made) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  return async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sodai-test-'));
    made.push(folder);
    return folder;
  };
}
