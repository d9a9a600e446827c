/** deploy/sodai@.service as systemd reads it, so that tests start the shop as the unit does. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
/** Where the unit expects the shop's folder. */
const INSTALLED = '/srv/sodai';

export interface ServiceUnit {
  /** The command line. */
  command: string;
  /** Its `Environment=` lines. */
  env: Record<string, string>;
}

/**
 * The unit of the process on this port; its command is for the shop's folder, wherever that is. @throws when it has no
 * command.
 */
export function readServiceUnit(port: number): ServiceUnit {
  const text = readFileSync(path.join(ROOT, 'deploy/sodai@.service'), 'utf8')
    .replaceAll(`${INSTALLED}/`, '')
    .replaceAll('%i', String(port));
  const valuesOf = (name: string): string[] =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const [command] = valuesOf('ExecStart');
  if (command === undefined) throw new Error('deploy/sodai@.service has no ExecStart');
  const settings = valuesOf('Environment').map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return { command, env: Object.fromEntries(settings) };
}
