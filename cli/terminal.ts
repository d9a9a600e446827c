/** Where a command reads its surroundings and writes what it has to say. */
import type { Environment } from '../server/settings.ts';

/** A stream of text, a process's own or a test's. */
export interface Output {
  write(text: string): void;
  /** Whether a person is watching. */
  readonly isTTY?: boolean | undefined;
  /** The width of their window, in characters. */
  readonly columns?: number | undefined;
}

export interface Terminal {
  stdout: Output;
  stderr: Output;
  environment: Environment;
  /** The folder that relative paths start from. */
  directory: string;
}
