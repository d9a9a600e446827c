/** Invitations to the console: a link, good once and for a day, whose holder sets a name and a password. */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { registerForm, resetForm } from '../../domain/account-forms.ts';
import { OPERATOR_ROLE } from '../../domain/account.ts';
import { CONSOLE_PATH } from '../../domain/console-path.ts';
import { parseBy, reasonOf } from '../../domain/parsed.ts';
import type { Reason } from '../../domain/reason.ts';
import { type Actor, audit } from '../db/audit.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { invitationEmail } from '../mail/invitation-template.ts';
import type { Mail } from '../mail/mail.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Settings } from '../settings.ts';
import { LINK_LIMITS } from './endpoints.ts';
import type { SignOutcome } from './identity.ts';
import { endShopAccess } from './operator-accounts.ts';
import { hashToken, newToken } from './operator-cookies.ts';
import { type Caller, type Guard, refuse } from './operator-guard.ts';
import type { OperatorSessions } from './operator-sessions.ts';
import { type PasswordCost, hashPassword, passwordError } from './passwords.ts';
import type { Refusal } from './refusals.ts';

export type InviteOutcome =
  | { ok: true; email: string; link: string; expiresAt: Date }
  | { ok: false; reasons: Reason[] };

export interface Invitations {
  /** Invites somebody and mails the link. An older invitation of the address ends. */
  invite(email: string, by: Actor): Promise<InviteOutcome>;
  /** Whom a link invites; the name is that of an operator who got a new one. Null when the link is not good. */
  find(token: string): Promise<{ email: string; name: string } | null>;
  accept(form: { token: string; name: string; password: string }, caller: Caller): Promise<SignOutcome>;
}

interface Options {
  kysely: Kysely<Tables>;
  guard: Guard;
  sessions: OperatorSessions;
  settings: Pick<Settings, 'publicUrl' | 'shopName' | 'shopPhone'>;
  mail: Pick<Mail, 'enqueue'>;
  security: SecurityLog;
  passwordCost: PasswordCost;
  now: () => number;
}

const HOURS = 24;

const NO_INVITATION: Refusal = { status: 400, code: 'INVALID_TOKEN', reason: { code: 'invalid-token' } };

export function createInvitations(options: Options): Invitations {
  const { kysely, guard, sessions, settings, mail, security, passwordCost, now } = options;

  const open = (executor: Kysely<Tables>, token: string) =>
    executor
      .selectFrom('invitations')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date(now()));

  return {
    async invite(typed, by) {
      const { data, error } = resetForm.safeParse({ email: typed });
      if (error) return { ok: false, reasons: [reasonOf(error)] };
      const { email } = data;
      const token = newToken();
      const link = `${settings.publicUrl}${CONSOLE_PATH}/invitation/${token}`;
      const at = now();
      const expiresAt = new Date(at + HOURS * 60 * 60 * 1000);
      const invitation = {
        token_hash: hashToken(token),
        invited_by: by,
        created_at: new Date(at),
        expires_at: expiresAt,
      };
      const sender = { name: settings.shopName, phone: settings.shopPhone, url: settings.publicUrl };
      await guard.write(async (trx) => {
        await trx.deleteFrom('invitations').where('expires_at', '<=', new Date(at)).execute();
        await trx
          .insertInto('invitations')
          .values({ email, ...invitation })
          .onConflict((same) => same.column('email').doUpdateSet(invitation))
          .execute();
        await audit(trx, { actor: by, action: 'operators.invite', subject: email });
        await mail.enqueue(trx, invitationEmail({ to: email, link, hours: HOURS }, sender));
      });
      security.log('info', { event: 'operator-invited', address: null, email });
      return { ok: true, email, link, expiresAt };
    },

    async find(token) {
      const found = await open(kysely, token)
        .leftJoin('users', (join) => join.onRef('users.email', '=', 'invitations.email').on('role', '=', OPERATOR_ROLE))
        .select(['invitations.email', 'name'])
        .executeTakeFirst();
      // A stranger may have chosen the name of a customer's account.
      return found ? { email: found.email, name: found.name ?? '' } : null;
    },

    accept: ({ token, name, password }, caller) =>
      guard.attempt(async () => {
        const locked = await guard.count('invitation', LINK_LIMITS, null, caller);
        if (locked) return locked;
        const invited = await open(kysely, String(token)).select('email').executeTakeFirst();
        if (!invited) {
          guard.note('invitation-refused', caller, { code: NO_INVITATION.code });
          return refuse(NO_INVITATION);
        }
        const form = parseBy(registerForm, { name, email: invited.email, password });
        if (!form.ok) return refuse({ status: 400, code: 'INVALID_BODY', reason: form.reason });
        const { hostname } = new URL(settings.publicUrl);
        const about = [settings.shopName, hostname, form.value.email, form.value.name];
        const weak = await passwordError(form.value.password, about);
        if (weak) return refuse({ status: 400, ...weak });
        // Before the transaction, so that waiting for the hash takes no connection.
        const hash = await hashPassword(form.value.password, passwordCost);
        const accepted = await guard.write(async (trx) => {
          const used = trx.deleteFrom('invitations').where('token_hash', '=', hashToken(token));
          const taken = used.where('expires_at', '>', new Date(now())).returning(['email', 'invited_by']);
          const invitation = await taken.executeTakeFirst();
          if (!invitation) return null;
          const { email } = invitation;
          const userId = await makeOperator(trx, { email, name: form.value.name, hash, at: new Date(now()) });
          await audit(trx, { actor: email, action: 'operators.accept', subject: email });
          await notify(trx, 'profile', userId);
          return { userId, headers: await sessions.open(trx, userId, caller.headers) };
        });
        if (!accepted) {
          guard.note('invitation-refused', caller, { email: invited.email, code: NO_INVITATION.code });
          return refuse(NO_INVITATION);
        }
        guard.note('invitation-accepted', caller, { userId: accepted.userId });
        return { ok: true, headers: accepted.headers };
      }),
  };
}

/** Whoever had the account before may be somebody else: that person's sessions, password, reset links and second factor end. */
async function makeOperator(
  trx: Transaction<Tables>,
  { email, name, hash, at }: { email: string; name: string; hash: string; at: Date },
): Promise<string> {
  const account = {
    name,
    role: OPERATOR_ROLE,
    schedule_for_deletion: false,
    deletion_requested_at: null,
    updated_at: at,
  };
  const { id: userId } = await trx
    .insertInto('users')
    .values({ id: randomUUID(), email, ...account })
    .onConflict((same) => same.column('email').doUpdateSet(account))
    .returning('id')
    .executeTakeFirstOrThrow();
  await endShopAccess(trx, userId, { keepPassword: false });
  await trx.deleteFrom('operators').where('user_id', '=', userId).execute();
  const times = { created_at: at, last_used_at: at };
  await trx
    .insertInto('operators')
    .values({ user_id: userId, password: hash, ...times })
    .execute();
  return userId;
}
