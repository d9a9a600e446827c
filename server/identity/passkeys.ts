/**
 * Operators' passkeys (WebAuthn). The device checks its owner by finger, face or PIN, so a passkey stands for both factors of a login. The
 * library is loaded with the first answer: it takes 25 MB and 0.6 s.
 */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { registerForm } from '../../domain/accounts/account-forms.ts';
import { isBlank } from '../../shared/text.ts';
import type { Tables } from '../db/tables.ts';
import type { Access, SignOutcome } from './access.ts';
import type { Caller } from './guard.ts';
import { PASSKEY_LIMITS } from './limits.ts';
import { NOT_SIGNED_IN, type Refused, malformed, parseForm, refuse } from './refusals.ts';
import { mayEnter } from './sessions.ts';

export interface ListedPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** What a browser needs to make or to use a passkey, as JSON; the headers bind the challenge to this browser. */
type Asked<Options> = { ok: true; options: Options; headers: Headers } | Refused;

export interface Passkeys {
  passkeys(userId: string): Promise<ListedPasskey[]>;
  beginPasskey(form: { password: string }, caller: Caller): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>>;
  /** `credential`: what the browser has made, as JSON. */
  addPasskey(form: { name: string; credential: string }, caller: Caller): Promise<SignOutcome>;
  removePasskey(form: { id: string; password: string }, caller: Caller): Promise<SignOutcome>;
  beginPasskeySignIn(caller: Caller): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>>;
  passkeySignIn(form: { credential: string }, caller: Caller): Promise<SignOutcome>;
}

interface Options {
  kysely: Kysely<Tables>;
  access: Access;
  /** The shop's name and its origin, which passkeys are bound to. */
  sender: { name: string; url: string };
  now: () => number;
}

const CHALLENGE_SECONDS = 5 * 60;
/** Ed25519, ES256, RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257];

const NOT_ADDED = malformed(400, 'INVALID_PASSKEY', 'The passkey could not be added. Try again.');
const NOT_KNOWN = malformed(401, 'INVALID_PASSKEY', 'This passkey is not known here. Log in with your password.');
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

export function createPasskeys({ kysely, access, sender, now }: Options): Passkeys {
  const { change, cookies, guard, sessions, tokens } = access;
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

  return {
    passkeys: (userId) =>
      kysely
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute(),

    beginPasskey: ({ password }, caller) =>
      access.confirmed(password, caller, async ({ id: userId, email, name }) => {
        const excludeCredentials = await kysely
          .selectFrom('passkeys')
          .select('id')
          .where('user_id', '=', userId)
          .execute();
        const { headers, challenge } = await giveChallenge(userId);
        const options: PublicKeyCredentialCreationOptionsJSON = {
          challenge,
          rp: { id: rpID, name: sender.name },
          user: { id: handleOf(userId), name: email, displayName: name },
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          excludeCredentials: excludeCredentials.map(({ id }) => ({ type: 'public-key', id })),
          authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        };
        return { ok: true, options, headers };
      }),

    addPasskey: ({ name, credential }, caller) =>
      guard.attempt(async () => {
        const session = await sessions.find(caller.headers);
        if (!session) return refuse(NOT_SIGNED_IN);
        const { id: userId, email } = session.user;
        const named = parseForm(nameForm, { name: isBlank(name) ? 'Passkey' : name });
        if (!named.ok) return named;
        const response = parseJson(made, credential);
        const expectedChallenge = await takeChallenge(caller, userId);
        if (!response || expectedChallenge === null) return refuse(NOT_ADDED);
        const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
        const checked = await verifyRegistrationResponse({
          response,
          expectedChallenge,
          supportedAlgorithmIDs: ALGORITHMS,
          ...expected,
        }).catch(() => null);
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
        const isAdded = await change(userId, email, 'operators.passkey-add', async (trx) => {
          const added = trx
            .insertInto('passkeys')
            .values(passkey)
            .onConflict((same) => same.column('id').doNothing());
          return (await added.executeTakeFirst()).numInsertedOrUpdatedRows;
        });
        if (!isAdded) return refuse(NOT_ADDED);
        guard.note('passkey-added', caller, { userId });
        return { ok: true, headers: new Headers({ 'Set-Cookie': cookies.clear('passkey') }) };
      }),

    removePasskey: ({ id: typed, password }, caller) =>
      access.confirmed(password, caller, async ({ id: userId, email }) => {
        const { data: removed = '' } = id.safeParse(typed);
        const isRemoved = await change(userId, email, 'operators.passkey-remove', async (trx) => {
          const own = trx.deleteFrom('passkeys').where('id', '=', removed).where('user_id', '=', userId);
          return (await own.executeTakeFirst()).numDeletedRows;
        });
        if (!isRemoved) return refuse(NO_SUCH_PASSKEY);
        guard.note('passkey-removed', caller, { userId });
        return { ok: true, headers: new Headers() };
      }),

    beginPasskeySignIn: (caller) =>
      guard.attempt(async () => {
        const locked = await guard.count('operator-passkey', PASSKEY_LIMITS, null, caller);
        if (locked) return locked;
        const { headers, challenge } = await giveChallenge(null);
        return { ok: true, options: { challenge, rpId: rpID, userVerification: 'required' }, headers };
      }),

    passkeySignIn: ({ credential }, caller) =>
      guard.attempt(async () => {
        const locked = await guard.count('operator-passkey', PASSKEY_LIMITS, null, caller);
        if (locked) return locked;
        const response = parseJson(used, credential);
        const expectedChallenge = await takeChallenge(caller, null);
        const stored = kysely
          .selectFrom('passkeys')
          .innerJoin('users', 'users.id', 'user_id')
          .select(['passkeys.id', 'user_id as userId', 'public_key', 'counter'])
          .where('passkeys.id', '=', response?.id ?? '');
        const passkey = await stored.where(mayEnter('console')).executeTakeFirst();
        const fail = (): Refused => {
          guard.note('passkey-refused', caller, { userId: passkey?.userId, code: NOT_KNOWN.code });
          return refuse(NOT_KNOWN);
        };
        if (!response || expectedChallenge === null || !passkey) return fail();
        const { id, userId, counter } = passkey;
        if (response.response.userHandle !== handleOf(userId)) return fail();
        const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
        const publicKey = new Uint8Array(passkey.public_key);
        const known = { expectedChallenge, credential: { id, publicKey, counter }, ...expected };
        const checked = await verifyAuthenticationResponse({ response, ...known }).catch(() => null);
        if (!checked?.verified) return fail();
        const headers = await guard.write(async (trx) => {
          const account = trx.selectFrom('users').select('id').where('id', '=', userId).where(mayEnter('console'));
          if (!(await account.forUpdate().executeTakeFirst())) return null;
          // Of two answers with one counter, one gets in; a removed passkey does not.
          const own = trx.updateTable('passkeys').where('id', '=', id).where('counter', '=', counter);
          const use = own.set({ counter: checked.authenticationInfo.newCounter, last_used_at: new Date(now()) });
          const { numUpdatedRows } = await use.executeTakeFirst();
          return numUpdatedRows === 0n ? null : access.enter(trx, userId, caller);
        });
        if (!headers) return fail();
        headers.append('Set-Cookie', cookies.clear('passkey'));
        guard.note('operator-login', caller, { userId, factor: 'passkey' });
        return { ok: true, headers };
      }),
  };
}

/** How a passkey names its account. */
function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

function parseJson<Value>(schema: z.ZodType<Value>, json: string): Value | null {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
