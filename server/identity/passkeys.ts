/**
 * Operators' passkeys (WebAuthn). The device checks its owner by finger, face or PIN, so a passkey stands for both factors of a login. The
 * library is loaded with the first answer: it takes 25 MB and 0.6 s.
 */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { registerForm } from '../../domain/accounts/account-forms.ts';
import { jsonOf } from '../../base/record.ts';
import { isBlank } from '../../base/text.ts';
import type { Tables } from '../db/tables.ts';
import type { Access, SignOutcome } from './access.ts';
import type { Caller } from './guard.ts';
import { PASSKEY_LIMITS } from './limits.ts';
import { type Refused, malformed, parseForm, refuse } from './refusals.ts';
import type { createSecondFactor } from './second-factor.ts';
import { type Session, mayEnter } from './sessions.ts';

/** What a browser needs to make or to use a passkey, as JSON; the headers bind the challenge to this browser. */
type Asked<Options> = { ok: true; options: Options; headers: Headers } | Refused;

const CHALLENGE_SECONDS = 5 * 60;
/** Ed25519, ES256, RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257];

const NOT_ADDED = malformed(400, 'INVALID_PASSKEY', 'The passkey could not be added. Try again.');
const NOT_KNOWN = malformed(401, 'INVALID_PASSKEY', 'This passkey is not known here. Log in with your password.');
const NOT_YOURS = malformed(400, 'INVALID_PASSKEY', 'This passkey is not yours. Try again.');
const NO_SUCH_PASSKEY = malformed(404, 'NOT_FOUND', 'This passkey was removed already.');

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
  { kysely, now, change, confirmed, cookies, enter, guard, signedIn, tokens }: Access,
  sender: { name: string; url: string },
  { isOn, spendCode }: Pick<ReturnType<typeof createSecondFactor>, 'isOn' | 'spendCode'>,
) {
  const rpID = new URL(sender.url).hostname;
  const expected = { expectedOrigin: sender.url, expectedRPID: rpID };

  async function giveChallenge(userId: string | null) {
    const challenge = await tokens.issue(kysely, 'passkey', userId, CHALLENGE_SECONDS);
    return { challenge, headers: new Headers({ 'Set-Cookie': cookies.set('passkey', challenge, CHALLENGE_SECONDS) }) };
  }

  /** Takes the challenge that this browser was given, which is good for one answer, right or wrong. */
  async function takeChallenge({ headers }: Caller, userId: string | null): Promise<string | null> {
    const asked = await tokens.find(kysely, 'passkey', cookies.tokens('passkey', headers));
    if (!asked || asked.user_id !== userId || !(await tokens.use(kysely, asked))) return null;
    return asked.token;
  }

  /** Whose passkey has answered the challenge that was given to `asked`. `use` counts it, in a transaction, and says whether it still may. */
  async function checkAnswer(credential: string, asked: string | null, caller: Caller) {
    const locked = await guard.count('operator-passkey', PASSKEY_LIMITS, null, caller);
    if (locked) return locked;
    const response = used.safeParse(jsonOf(credential)).data;
    const expectedChallenge = await takeChallenge(caller, asked);
    const stored = kysely
      .selectFrom('passkeys')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['passkeys.id', 'user_id as userId', 'public_key', 'counter'])
      .where('passkeys.id', '=', response?.id ?? '');
    const passkey = await stored.where(mayEnter('console')).executeTakeFirst();
    const refused = (): Refused => {
      const refusal = asked === null ? NOT_KNOWN : NOT_YOURS;
      return guard.fail('passkey-refused', caller, refusal, { userId: passkey?.userId });
    };
    if (!response || expectedChallenge === null || !passkey) return refused();
    const { id, userId, counter } = passkey;
    if (response.response.userHandle !== handleOf(userId) || (asked ?? userId) !== userId) return refused();
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const publicKey = new Uint8Array(passkey.public_key);
    const known = { expectedChallenge, credential: { id, publicKey, counter }, ...expected };
    const checked = await verifyAuthenticationResponse({ response, ...known }).catch(() => null);
    if (!checked?.verified) return refused();
    // Of two answers with one counter, one counts; a removed passkey does not.
    const use = async (trx: Kysely<Tables>): Promise<boolean> => {
      const own = trx.updateTable('passkeys').where('id', '=', id).where('counter', '=', counter);
      const last = { counter: checked.authenticationInfo.newCounter, last_used_at: new Date(now()) };
      return (await own.set(last).executeTakeFirst()).numUpdatedRows > 0n;
    };
    return { ok: true as const, userId, use, refused };
  }

  return {
    passkeys: ({ user }: Session) =>
      kysely
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('user_id', '=', user.id)
        .orderBy('created_at')
        .execute(),

    /** With a code where the second factor is on, because a passkey does without it. */
    beginPasskey: (
      { password, code }: { password: string; code: string },
      caller: Caller,
    ): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>> =>
      confirmed(password, caller, async ({ id: userId, email, name }) => {
        const refused = (await isOn(userId)) && (await spendCode(userId, code, caller));
        if (refused) return refused;
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
        return { ok: true, options, headers };
      }),

    /** `credential`: what the browser has made, as JSON. */
    addPasskey: ({ name, credential }: { name: string; credential: string }, caller: Caller): Promise<SignOutcome> =>
      signedIn(caller, async (user) => {
        const { id: userId } = user;
        const named = parseForm(nameForm, { name: isBlank(name) ? 'Passkey' : name });
        if (!named.ok) return named;
        const response = made.safeParse(jsonOf(credential)).data;
        const expectedChallenge = await takeChallenge(caller, userId);
        if (!response || expectedChallenge === null) return refuse(NOT_ADDED);
        const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
        const wanted = { expectedChallenge, supportedAlgorithmIDs: ALGORITHMS, ...expected };
        const checked = await verifyRegistrationResponse({ response, ...wanted }).catch(() => null);
        if (!checked?.verified) return refuse(NOT_ADDED);
        const { id, publicKey, counter } = checked.registrationInfo.credential;
        const passkey = {
          id,
          user_id: userId,
          name: named.form.name,
          public_key: Buffer.from(publicKey),
          counter,
          created_at: new Date(now()),
        };
        const isAdded = await change(user, caller, 'operators.passkey-add', {}, async (trx) => {
          const added = trx.insertInto('passkeys').values(passkey);
          const kept = added.onConflict((same) => same.column('id').doNothing());
          return (await kept.executeTakeFirst()).numInsertedOrUpdatedRows;
        });
        if (!isAdded) return refuse(NOT_ADDED);
        guard.note('passkey-added', caller, { userId });
        return { ok: true, headers: new Headers({ 'Set-Cookie': cookies.clear('passkey') }) };
      }),

    removePasskey: ({ id: typed, password }: { id: string; password: string }, caller: Caller): Promise<SignOutcome> =>
      confirmed(password, caller, async (user) => {
        const { data: removed = '' } = id.safeParse(typed);
        const isRemoved = await change(user, caller, 'operators.passkey-remove', {}, async (trx) => {
          const own = trx.deleteFrom('passkeys').where('id', '=', removed).where('user_id', '=', user.id);
          return (await own.executeTakeFirst()).numDeletedRows;
        });
        if (!isRemoved) return refuse(NO_SUCH_PASSKEY);
        guard.note('passkey-removed', caller, { userId: user.id });
        return { ok: true, headers: new Headers() };
      }),

    beginPasskeySignIn: (caller: Caller): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>> =>
      guard.attempt(async () => {
        const locked = await guard.count('operator-passkey', PASSKEY_LIMITS, null, caller);
        if (locked) return locked;
        const { headers, challenge } = await giveChallenge(null);
        return { ok: true, options: { challenge, rpId: rpID, userVerification: 'required' }, headers };
      }),

    passkeySignIn: ({ credential }: { credential: string }, caller: Caller): Promise<SignOutcome> =>
      guard.attempt(async () => {
        const checked = await checkAnswer(credential, null, caller);
        if (!checked.ok) return checked;
        const { userId } = checked;
        const headers = await guard.write(async (trx) => {
          const account = trx.selectFrom('users').select('id').where('id', '=', userId).where(mayEnter('console'));
          if (!(await account.forUpdate().executeTakeFirst())) return null;
          return (await checked.use(trx)) ? enter(trx, userId, caller) : null;
        });
        if (!headers) return checked.refused();
        headers.append('Set-Cookie', cookies.clear('passkey'));
        guard.note('operator-login', caller, { userId, factor: 'passkey' });
        return { ok: true, headers };
      }),

    /** Asks whoever is signed in for a passkey of their own, for `confirmAgain`. */
    askOwnPasskey: (caller: Caller): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>> =>
      signedIn(caller, async ({ id }) => {
        const { headers, challenge } = await giveChallenge(id);
        return { ok: true, options: { challenge, rpId: rpID, userVerification: 'required' }, headers };
      }),

    /** For what a stolen session must not do: a `code`, a `credential` of an own passkey, or, without a second factor, the `password`. */
    confirmAgain: (form: Pick<URLSearchParams | FormData, 'get'>, caller: Caller) =>
      signedIn(caller, async ({ id }): Promise<{ ok: true } | Refused> => {
        const typed = (field: string): string => String(form.get(field) ?? '');
        if (typed('credential') !== '') {
          const checked = await checkAnswer(typed('credential'), id, caller);
          if (!checked.ok) return checked;
          return (await guard.write(checked.use)) ? { ok: true } : checked.refused();
        }
        if (!(await isOn(id))) return confirmed(typed('password'), caller, async () => ({ ok: true }));
        return (await spendCode(id, typed('code'), caller)) ?? { ok: true };
      }),
  };
}

function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
