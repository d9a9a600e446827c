/** `npm run shop -- COMMAND`. */
import { readEnvironment } from '../server/settings.ts';
import { runShop } from './run.ts';

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const environment = readEnvironment();
process.exitCode = await runShop(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  environment,
  // npm starts scripts in the project's folder; people mean the one they are in.
  directory: environment.INIT_CWD ?? process.cwd(),
});
