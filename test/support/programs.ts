import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Possible paths of the programs with these names: in the folders of PATH, and in `further` ones. */
export function candidatePaths(names: readonly string[], further: readonly string[] = []): string[] {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...further];
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
