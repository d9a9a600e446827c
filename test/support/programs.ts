import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Where the programs of these names may lie: in the folders of the path, and in `further` ones. */
export function placesOf(names: readonly string[], further: readonly string[] = []): string[] {
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
