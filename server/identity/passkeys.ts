/**
 * Operators' passkeys (WebAuthn). The device checks its owner by finger, face or PIN, so a passkey stands for both
 * factors of a login. The library is loaded with the first answer: it takes 25 MB and 0.6 s.
 */
import { z } from 'zod';
import { registerForm } from '../../domain/accounts/account-forms.ts';
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import { parseBy } from '../../domain/parse.ts';
import { jsonOf } from '../../base/record.ts';
import { isBlank } from '../../domain/typed/text.ts';
import type { Access, AccessOptions, SignOutcome } from './access.ts';
import type { Caller, Proof } from './guard.ts';
import type { createSecondFactor } from './second-factor.ts';
import { type Session, mayEnter } from './sessions.ts';

const CHALLENGE_SECONDS = 5 * 60;
/** Ed25519, ES256, RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257];

const NOT_ADDED = refused(400, { code: 'passkey-not-added' });
const NOT_KNOWN = refused(401, { code: 'passkey-not-known' });
const NOT_YOURS = refused(400, { code: 'passkey-not-yours' });
const NO_SUCH_PASSKEY = refused(404, { code: 'unknown', what: 'passkey' });

const id = z.string().regex(/^[\w-]{1,1400}$/);
const credentialOf = <Response extends z.ZodObject>(response: Response) =>
  z.object({ id, rawId: id, type: z.literal('public-key'), clientExtensionResults: z.object({}), response });
const nameForm = registerForm.pick({ name: true });
const text = z.string().max(20_000);
const made = credentialOf(z.object({ clientDataJSON: text, attestationObject: text }));
const used = credentialOf(
  z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text }),
);

/** Passkeys are bound to the shop's origin, `sender.url`. */
export function createPasskeys(
  { kysely, now, change, confirmed, cookies, guard, signedIn, tokens }: Access,
  { sender }: Pick<AccessOptions, 'sender'>,
  checkCode: ReturnType<typeof createSecondFactor>['checkCode'],
) {
  const rpID = new URL(sender.url).hostname;
  const expected = { expectedOrigin: sender.url, expectedRPID: rpID };

  /** The headers bind the challenge to this browser. */
  async function giveChallenge(userId: string | null) {
    const challenge = await tokens.issue(kysely, 'passkey', userId, CHALLENGE_SECONDS);
    return { challenge, headers: new Headers({ 'Set-Cookie': cookies.set('passkey', challenge, CHALLENGE_SECONDS) }) };
  }

  /** What a browser needs to use a passkey, as JSON: one of this account, or of any. */
  async function askForPasskey(userId: string | null) {
    const { headers, challenge } = await giveChallenge(userId);
    const options: PublicKeyCredentialRequestOptionsJSON = { challenge, rpId: rpID, userVerification: 'required' };
    return done({ options, headers });
  }

  /** Takes the challenge that this browser was given, which is good for one answer, right or wrong. */
  async function takeChallenge({ headers }: Caller, userId: string | null): Promise<string | null> {
    const asked = await tokens.find(kysely, 'passkey', cookies.tokens('passkey', headers));
    if (!asked || asked.user_id !== userId || !(await tokens.use(kysely, asked))) return null;
    return asked.token;
  }

  /** Whose passkey has answered the challenge of `asked`. */
  async function checkPasskey(credential: string, asked: string | null, caller: Caller): Promise<Outcome<Proof>> {
    const locked = await guard.count('operator-passkey', caller);
    if (locked) return locked;
    const response = used.safeParse(jsonOf(credential)).data;
    const expectedChallenge = await takeChallenge(caller, asked);
    const stored = kysely
      .selectFrom('passkeys')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['passkeys.id', 'user_id as userId', 'public_key', 'counter'])
      .where('passkeys.id', '=', response?.id ?? '');
    const passkey = await stored.where(mayEnter('console')).executeTakeFirst();
    const refuse = (): Refused => {
      const refusal = asked === null ? NOT_KNOWN : NOT_YOURS;
      return guard.fail('passkey-refused', caller, refusal, { userId: passkey?.userId });
    };
    if (!response || expectedChallenge === null || !passkey) return refuse();
    const { id, userId, counter } = passkey;
    if (response.response.userHandle !== handleOf(userId) || (asked ?? userId) !== userId) return refuse();
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const publicKey = new Uint8Array(passkey.public_key);
    const known = { expectedChallenge, credential: { id, publicKey, counter }, ...expected };
    const checked = await verifyAuthenticationResponse({ response, ...known }).catch(() => null);
    if (!checked?.verified) return refuse();
    // Of two answers with one counter, one counts; a removed passkey does not, nor one of a former operator.
    const use: Proof['use'] = async (trx) => {
      const account = trx.selectFrom('users').select('id').where('id', '=', userId).where(mayEnter('console'));
      if (!(await account.forUpdate().executeTakeFirst())) return false;
      const own = trx.updateTable('passkeys').where('id', '=', id).where('counter', '=', counter);
      const last = { counter: checked.authenticationInfo.newCounter, last_used_at: new Date(now()) };
      return (await own.set(last).executeTakeFirst()).numUpdatedRows > 0n;
    };
    return done({ userId, factor: 'passkey', use, refuse });
  }

  const own = {
    passkeys: ({ user }: Session) =>
      kysely
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('user_id', '=', user.id)
        .orderBy('created_at')
        .execute(),

    /** With a code where the second factor is on, because a passkey does without it. */
    beginPasskey: ({ password, code }: Readonly<Record<'password' | 'code', string>>, caller: Caller) =>
      confirmed(password, caller, async ({ user, secondFactor }) => {
        const { id: userId, email, name } = user;
        const spent = secondFactor ? await guard.spend(await checkCode(userId, code, caller)) : done(undefined);
        if (!spent.ok) return spent;
        const existing = await kysely.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute();
        const { headers, challenge } = await giveChallenge(userId);
        const options: PublicKeyCredentialCreationOptionsJSON = {
          challenge,
          rp: { id: rpID, name: sender.name },
          user: { id: handleOf(userId), name: email, displayName: name },
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          excludeCredentials: existing.map(({ id }) => ({ type: 'public-key', id })),
          authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        };
        return done({ options, headers });
      }),

    /** `credential`: what the browser has made, as JSON. */
    addPasskey: ({ name, credential }: { name: string; credential: string }, caller: Caller): Promise<SignOutcome> =>
      signedIn(caller, async ({ user }) => {
        const { id: userId } = user;
        const named = parseBy(nameForm, { name: isBlank(name) ? 'Passkey' : name });
        if (!named.ok) return named;
        const response = made.safeParse(jsonOf(credential)).data;
        const expectedChallenge = await takeChallenge(caller, userId);
        if (!response || expectedChallenge === null) return NOT_ADDED;
        const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
        const wanted = { expectedChallenge, supportedAlgorithmIDs: ALGORITHMS, ...expected };
        const checked = await verifyRegistrationResponse({ response, ...wanted }).catch(() => null);
        if (!checked?.verified) return NOT_ADDED;
        const { id, publicKey, counter } = checked.registrationInfo.credential;
        const passkey = {
          id,
          user_id: userId,
          name: named.value.name,
          public_key: Buffer.from(publicKey),
          counter,
          created_at: new Date(now()),
        };
        const isAdded = await change(user, caller, 'operators.passkey-add', {}, async (trx) => {
          const added = trx.insertInto('passkeys').values(passkey);
          const kept = added.onConflict((same) => same.column('id').doNothing());
          return (await kept.executeTakeFirst()).numInsertedOrUpdatedRows;
        });
        if (!isAdded) return NOT_ADDED;
        const headers = new Headers({ 'Set-Cookie': cookies.clear('passkey') });
        return guard.succeed('passkey-added', caller, { headers }, { userId });
      }),

    removePasskey: ({ id: typed, password }: { id: string; password: string }, caller: Caller): Promise<SignOutcome> =>
      confirmed(password, caller, async ({ user }) => {
        const { data: removed = '' } = id.safeParse(typed);
        const isRemoved = await change(user, caller, 'operators.passkey-remove', {}, async (trx) => {
          const own = trx.deleteFrom('passkeys').where('id', '=', removed).where('user_id', '=', user.id);
          return (await own.executeTakeFirst()).numDeletedRows;
        });
        if (!isRemoved) return NO_SUCH_PASSKEY;
        return guard.succeed('passkey-removed', caller, { headers: new Headers() }, { userId: user.id });
      }),
  };

  return { own, askForPasskey, checkPasskey };
}

function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
