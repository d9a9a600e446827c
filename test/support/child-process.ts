/** Child processes that end with the process that started them. */
import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';

export interface ChildHandle {
  /** Of the shell that is the program's parent. */
  pid: number;
  /** The end of its standard error. */
  errorOutput(): string;
  /** Stops it and waits for its end. Stopping twice is harmless. */
  stop(): Promise<void>;
}

/** Starts a program. It gets SIGINT, or the other signal, from `stop`, and also when this process ends in any way. */
export function startChild(
  command: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
  stopSignal: 'INT' | 'TERM' = 'INT',
): ChildHandle {
  // The shell stops the program when its own input closes, and that happens when this process ends.
  const script = `"$0" "$@" </dev/null & read -r _; kill -${stopSignal} $!; wait $!`;
  const shell = spawn('sh', ['-c', script, ...command], { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
  let errors = '';
  shell.stderr.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-2_000)));
  const ended = new Promise<void>((resolve) => {
    shell.once('close', () => resolve());
  });
  return {
    pid: shell.pid ?? 0,
    errorOutput: () => errors,
    async stop() {
      shell.stdin.end();
      await ended;
    },
  };
}
