/** `npm run shop -- COMMAND`. */
import { readEnvironment } from '../server/environment.ts';
import { runShop } from './program.ts';

// A reader that closes the pipe early (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const environment = readEnvironment();
process.exitCode = await runShop(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  environment,
  // npm runs scripts in the project's folder; relative paths mean the folder in which the command was typed.
  directory: environment.INIT_CWD ?? process.cwd(),
});
