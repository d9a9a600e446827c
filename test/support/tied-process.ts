/** Servers that the tests start: none outlives the process that started it. */
import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';

export interface TiedProcess {
  /** The end of what it has written to its standard error. */
  complaints(): string;
  /** Ends it, and waits until it has ended. Stopping twice is stopping once. */
  stop(): Promise<void>;
}

/** Starts a program. It gets SIGINT with `stop`, and also when this process ends, however that ends. */
export function startTied(command: readonly string[], options: SpawnOptionsWithoutStdio = {}): TiedProcess {
  // The shell stops the program when its own input ends, and that ends with this process.
  const script = '"$0" "$@" </dev/null & read -r _; kill -INT $!; wait $!';
  const shell = spawn('sh', ['-c', script, ...command], { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  shell.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
  const ended = new Promise<void>((resolve) => {
    shell.once('close', () => resolve());
  });
  return {
    complaints: () => said,
    async stop() {
      shell.stdin.end();
      await ended;
    },
  };
}
