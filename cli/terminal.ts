import type { Environment } from '../server/settings.ts';

/** The process's own, or a test's. */
export interface Output {
  write(text: string): void;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Terminal {
  stdout: Output;
  stderr: Output;
  environment: Environment;
  directory: string;
}
