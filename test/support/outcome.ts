import type { Outcome } from '../../domain/outcome.ts';

/** What was asked for. @throws the reason when it was refused. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reason));
  return outcome.value;
}
