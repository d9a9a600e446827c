import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as bn from '../../app/messages/bn.ts';
import * as en from '../../app/messages/en.ts';

type Texts = Readonly<Record<string, unknown>>;

const USERS = ['app', 'server/http', 'server/mail'];
const PARAMETER = /\{\w+\}/g;

/** Names that one of them lacks, texts with other parameters, and texts that no source mentions; empty when nothing is wrong. */
export function messageFaults(first: Texts, second: Texts, sources: readonly string[]): string[] {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  const mentioned = new Set(sources.flatMap((source) => source.match(/\b[A-Z][A-Z_]+\b/g) ?? []));
  return [...names].flatMap((name) => [
    ...differences(name, first[name], second[name]),
    ...(mentioned.has(name) ? [] : [`${name} is not used`]),
  ]);
}

/** @throws an error that lists what is wrong with the texts of app/messages/. */
export async function checkMessages(root: string): Promise<void> {
  const paths = await Promise.all(
    USERS.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  const users = paths
    .flat()
    .filter((path) => /\.tsx?$/.test(path) && !/(?:\.test\.tsx?|messages.(?:en|bn)\.ts)$/.test(path));
  const faults = messageFaults(en, bn, await Promise.all(users.map((path) => readFile(path, 'utf8'))));
  if (faults.length > 0) throw new Error(`app/messages/: ${faults.join('; ')}`);
}

function differences(name: string, first: unknown, second: unknown): string[] {
  if (first === undefined || second === undefined) return [`${name} is missing in one language`];
  if (typeof first === 'string' && typeof second === 'string')
    return parametersOf(first) === parametersOf(second) ? [] : [`${name} has other parameters`];
  if (!isGroup(first) || !isGroup(second)) return [];
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...keys].flatMap((key) => differences(`${name}.${key}`, first[key], second[key]));
}

function parametersOf(text: string): string {
  return [...new Set(text.match(PARAMETER))].toSorted().join();
}

function isGroup(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
