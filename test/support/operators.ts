/** Operators of the console, and the codes of their apps, for tests. */
import type { StaffRole } from '../../domain/accounts/roles.ts';
import { createHmac } from 'node:crypto';
import type { Database } from '../../server/db/connect.ts';
import type { AccessOptions } from '../../server/identity/access.ts';
import { type Operators, createOperators } from '../../server/identity/operators.ts';
import { PASSWORD, accessOptions, cookieOf, newUser, visitor } from './identity.ts';
import { valueOf } from './outcome.ts';

/** The operators of a shop that sends no mail; `change` replaces options. */
export function openOperators(database: Database, change: Partial<AccessOptions> = {}): Operators {
  return createOperators(accessOptions(database, change));
}

/** The token of a new invitation. */
export async function invite(
  operators: Operators,
  email: string,
  { role, rider }: { role?: StaffRole; rider?: string } = {},
): Promise<string> {
  return (
    valueOf(await operators.invite(email, 'operator', role, rider))
      .link.split('/')
      .at(-1) ?? ''
  );
}

/** Invites a new person who accepts; returns the person and the session's cookie. */
export async function newOperator(operators: Operators): Promise<ReturnType<typeof newUser> & { cookie: string }> {
  const person = newUser();
  const token = await invite(operators, person.email);
  const accepted = await operators.acceptInvitation({ token, name: person.name, password: PASSWORD }, visitor());
  return { ...person, cookie: cookieOf(accepted) };
}

/** Switches the second factor of this session's operator on, with the code of this time in ms since 1970. */
export async function switchFactorOn(operators: Operators, cookie: string, time: number) {
  const begun = valueOf(await operators.beginSecondFactor({ password: PASSWORD }, visitor(cookie)));
  valueOf(await operators.enableSecondFactor({ code: codeAt(begun.secret, time) }, visitor(cookie)));
  return begun;
}

/** The code that an app with this secret shows at a time (RFC 6238), in ms since 1970. */
export function codeAt(secret: string, time: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  let number = 0n;
  for (const letter of secret) number = number * 32n + BigInt(letters.indexOf(letter));
  const key = Buffer.from(number.toString(16).padStart(40, '0'), 'hex');
  const counter = Buffer.from(
    Math.floor(time / 30_000)
      .toString(16)
      .padStart(16, '0'),
    'hex',
  );
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac[19] ?? 0) % 16;
  return String((mac.readUInt32BE(at) % 0x8000_0000) % 1_000_000).padStart(6, '0');
}
