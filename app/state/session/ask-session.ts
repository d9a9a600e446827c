import { PATIENCE_MS } from '../../../base/page-copies.ts';
import { failureOf } from '../network/connection.ts';

/** The answer, or null when it does not come soon: nothing else on the cart's screen is personal. */
export async function askSession<T>(ask: () => Promise<T>): Promise<T | null> {
  const answered = ask().catch((error: unknown) => {
    if (failureOf(error) === 'broken') throw error;
    return null;
  });
  return Promise.race([answered, new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))]);
}
