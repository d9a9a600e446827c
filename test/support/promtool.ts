/** promtool, the checker of Prometheus' files. */
import { spawnSync } from 'node:child_process';
import { programOf } from './programs.ts';

/** Whether promtool agrees, and else what it says. */
export function promtool(args: readonly string[], input = ''): { good: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(programOf('promtool'), args, { input, encoding: 'utf8' });
  const good = status === 0;
  return { good, said: good ? '' : stdout + stderr };
}
