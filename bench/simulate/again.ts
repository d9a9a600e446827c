/** What clients do: they ask again until there is an answer. */
import { inspect } from 'node:util';
import { isUnavailable } from '../../server/db/errors.ts';
import type { Services } from '../../server/services.ts';
import type { Processes } from './processes.ts';

/** More than any fault takes. */
const MOST_TRIES = 12;

export interface Attempted<T> {
  answer: T;
  /** Whether it was asked for more than once: an earlier time may have carried it out. */
  again: boolean;
}

/** @throws what is no fault of the database: that would be an error of the shop. */
export async function untilAnswered<T>(
  processes: Processes,
  number: number,
  work: (services: Services) => Promise<T>,
): Promise<Attempted<T>> {
  for (let tries = 1; ; tries += 1) {
    const { services, during } = await processes.get(number);
    try {
      return { answer: await during(work(services)), again: tries > 1 };
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (tries === MOST_TRIES) throw new Error(`no answer: ${inspect(error)}`, { cause: error });
    }
  }
}
