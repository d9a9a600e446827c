import { PASSWORD_COST, type PasswordCost } from '../../server/identity/passwords.ts';

/** The least that argon2 accepts. */
export const LOW_COST: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };

/**
 * A hash of this process's passwords else takes 47 MiB and a quarter of a second; passwords.test.ts has the shop's own
 * cost.
 */
export function makePasswordsCheap(): void {
  Object.assign(PASSWORD_COST, LOW_COST);
}
