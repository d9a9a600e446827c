/** A command's environment and output streams. */
import type { Environment } from '../server/settings.ts';

/** A stream of text: the process's own, or a test's. */
export interface Output {
  write(text: string): void;
  /** Whether the stream is a terminal. */
  readonly isTTY?: boolean | undefined;
  /** The width of the terminal, in characters. */
  readonly columns?: number | undefined;
}

export interface Terminal {
  stdout: Output;
  stderr: Output;
  environment: Environment;
  /** The folder for relative paths. */
  directory: string;
}
