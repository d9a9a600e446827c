/** The operator's command line, from its arguments to its exit status (operations, "The command line"). */
import { CommanderError } from 'commander';
import { codeOf } from '../base/error-code.ts';
import { type ShopClient, createShopClient } from './client.ts';
import type { Call } from './command.ts';
import { Failure, UsageError, reasonOf } from './failure.ts';
import { checkNotConsumedByNpm, createProgram } from './program.ts';
import { createProgress } from './progress.ts';
import { readShopAccess } from './settings.ts';
import { withoutControls } from './table.ts';
import type { Terminal } from './terminal.ts';

/** 0: done. 1: the shop refused, or it failed. 2: bad usage. */
export type ExitStatus = 0 | 1 | 2;

/** Runs one command line. Never throws: errors are one line on standard error. */
export async function runShop(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const progress = createProgress(terminal.stderr);
  try {
    const program = createProgram(terminal, async (command, taken) => {
      checkNotConsumedByNpm(taken, terminal);
      let client: ShopClient | undefined;
      const shop = (): ShopClient => (client ??= createShopClient(readShopAccess(terminal.environment)));
      const options: Call['options'] = taken.opts();
      await command.run({ args: taken.args, options, json: options.json === true, terminal, progress, shop });
    });
    await program.parseAsync(args[0] === 'help' ? [...args.slice(1), '--help'] : args, { from: 'user' });
    progress.clear();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    // The reader of our output (`| head`) has closed it. That is no error.
    if (codeOf(error) === 'EPIPE') return 0;
    progress.clear();
    terminal.stderr.write(`shop: ${reasonOf(error).split('\n').map(withoutControls).join(' ')}\n`);
    if (error instanceof UsageError) return 2;
    if (error instanceof Error && !(error instanceof Failure)) terminal.stderr.write(`${error.stack}\n`);
    return 1;
  }
}
