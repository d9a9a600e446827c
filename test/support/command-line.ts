/** The operator's command line for tests: as its own process, or in the test's process, which is faster. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { runShop } from '../../cli/program.ts';

export interface CommandResult {
  status: number;
  out: string;
  err: string;
}

export interface CommandLine {
  /** Runs it as its own process. */
  spawned(words: readonly string[], changed?: Record<string, string>): Promise<CommandResult>;
  /** Runs it in this process; `watched` simulates a terminal. */
  run(words: readonly string[], options?: { watched?: boolean }): Promise<CommandResult>;
}

/** The command line in `directory` with these settings. */
export function commandLine(directory: string, environment: Record<string, string>): CommandLine {
  return {
    spawned(words, changed = {}) {
      const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
      const env = { PATH, NODE_COMPILE_CACHE, INIT_CWD: directory, ...environment, ...changed };
      return new Promise((resolve) => {
        const args = [path.resolve('cli/shop.ts'), ...words];
        execFile(process.execPath, args, { env, encoding: 'utf8' }, (error, out, err) => {
          resolve({ status: typeof error?.code === 'number' ? error.code : 0, out, err });
        });
      });
    },
    async run(words, { watched = false } = {}) {
      const output = { out: '', err: '' };
      const status = await runShop(words, {
        stdout: { write: (text) => void (output.out += text), isTTY: watched },
        stderr: { write: (text) => void (output.err += text), isTTY: watched },
        environment,
        directory,
      });
      return { status, ...output };
    },
  };
}
