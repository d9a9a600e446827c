/** Who is an operator. An invitation is a link, good once and for a day, whose holder sets a name and a password. */
import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction, sql } from 'kysely';
import { registerForm, resetForm } from '../../domain/accounts/account-forms.ts';
import { CUSTOMER_ROLE, OPERATOR_ROLE, normalizeEmail } from '../../domain/accounts/account.ts';
import { STAFF, type StaffRole, STAFF_ROLES } from '../../domain/accounts/roles.ts';
import type { Language } from '../../base/language.ts';
import { CONSOLE_PATH } from '../../base/console-path.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { parseBy } from '../../domain/parse.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Tables } from '../db/tables.ts';
import { type Email, type Sender, renderEmail } from '../mail/email.ts';
import type { Access, AccessOptions, Signed } from './access.ts';
import type { Caller } from './guard.ts';
import { NO_SECOND_FACTOR } from './second-factor.ts';
import { HAS_PASSKEY, endAccess, mayEnter } from './sessions.ts';
import { hashToken, INVALID_TOKEN, newToken } from './tokens.ts';

export interface ListedOperator {
  email: string;
  name: string;
  role: StaffRole;
  status: 'operator' | 'invited';
  /** Codes of an app, or a passkey: the password alone does not open the console. */
  secondFactor: boolean;
  since: Date;
  lastUsedAt: Date | null;
}

const HOURS = 24;

export function createOperatorAccounts(
  { kysely, guard, hashNew, enter, now }: Access,
  { sender, mail, security }: AccessOptions,
) {
  const open = (executor: Kysely<Tables>, token: string) =>
    executor
      .selectFrom('invitations')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date(now()));

  /** Everybody with a way into the console by e-mail address, then open invitations. */
  async function list(): Promise<ListedOperator[]> {
    // Whoever got the role from the command line has no way in yet.
    const { rows } = await sql<ListedOperator>`
      select email, name, role, 'operator' as status, totp_enabled_at is not null or ${HAS_PASSKEY} as "secondFactor",
        coalesce(console_since, updated_at) as since, console_used_at as "lastUsedAt"
        from users where role = any(${STAFF}::text[])
      union all
      select email, '', staff_role, 'invited', false, created_at, null from invitations
        where expires_at > ${new Date(now())}
          and not exists (select from users where users.email = invitations.email and role = any(${STAFF}::text[]))
      order by status desc, email`.execute(kysely);
    return rows;
  }

  return {
    list,

    /** Makes somebody of these roles a customer again, and takes an invitation back. */
    async remove(typed: string, by: Actor, roles: readonly StaffRole[] = STAFF): Promise<Outcome<{ removed: true }>> {
      const email = normalizeEmail(typed);
      const removed = await guard.write(async (trx) => {
        const found = trx.selectFrom('users').select('id').where('email', '=', email).where('role', 'in', roles);
        const operator = await found.forUpdate().executeTakeFirst();
        if (operator) {
          const customer = { role: CUSTOMER_ROLE, updated_at: new Date(now()) };
          await trx.updateTable('users').set(customer).where('id', '=', operator.id).execute();
          await closeConsole(trx, operator.id);
        }
        const invitation = trx.deleteFrom('invitations').where('email', '=', email).where('staff_role', 'in', roles);
        const { numDeletedRows } = await invitation.where('expires_at', '>', new Date(now())).executeTakeFirst();
        if (!operator && numDeletedRows === 0n) return null;
        await audit(trx, { actor: by, action: 'operators.remove', subject: email });
        return { userId: operator?.id };
      });
      if (removed === null) {
        const isOwner = (await list()).some((one) => one.email === email);
        return isOwner
          ? refused(403, { code: 'owners-elsewhere' })
          : refused(404, { code: 'unknown', what: 'operator' });
      }
      security.log('info', { event: 'operator-removed', address: null, userId: removed.userId, email });
      return done({ removed: true });
    },

    /** Whether an owner has a key. */
    async any(): Promise<boolean> {
      const owners = kysely.selectFrom('users').select('id').where('role', '=', OPERATOR_ROLE);
      const one = owners.where(mayEnter('console')).limit(1);
      return (await one.executeTakeFirst()) !== undefined;
    },

    /**
     * Invites somebody and mails the link. An older invitation of the address ends. `rider`: who logs in with it. `seen`:
     * whoever invites gets the link too. `language`: in which it opens.
     */
    async invite(
      typed: string,
      by: Actor,
      role: StaffRole = OPERATOR_ROLE,
      rider: string | null = null,
      seen = true,
      language?: Language,
    ) {
      const parsed = parseBy(resetForm, { email: typed });
      if (!parsed.ok) return parsed;
      const { email } = parsed.value;
      // Accepting would take the shop from them.
      const account = kysely.selectFrom('users').select('id').where('email', '=', email);
      const owner = account.where('role', '=', OPERATOR_ROLE);
      if (role !== OPERATOR_ROLE && (await owner.executeTakeFirst())) return refused(422, { code: 'is-owner' });
      const token = newToken();
      const link = `${sender.url}${CONSOLE_PATH}/invitation/${token}${language ? `?language=${language}` : ''}`;
      const at = new Date(now());
      const expiresAt = new Date(at.getTime() + HOURS * 60 * 60 * 1000);
      const as = { staff_role: role, rider_id: rider, invited_by: by };
      const invitation = { token_hash: hashToken(token), ...as, created_at: at, expires_at: expiresAt };
      await guard.write(async (trx) => {
        const added = trx.insertInto('invitations').values({ email, ...invitation });
        await added.onConflict((same) => same.column('email').doUpdateSet(invitation)).execute();
        await audit(trx, { actor: by, action: 'operators.invite', subject: email, details: { role, seen } });
        await mail.enqueue(trx, invitationEmail({ to: email, link, role }, sender));
      });
      security.log('info', { event: 'operator-invited', address: null, email, role });
      return done({ email, link: seen ? link : '', expiresAt });
    },

    /** Whom a link invites; the name is that of an operator who got a new one. Null when the link is not good. */
    async invitation(token: string): Promise<{ email: string; name: string } | null> {
      const found = await open(kysely, token)
        .leftJoin('users', (join) => join.onRef('users.email', '=', 'invitations.email').on('users.role', 'in', STAFF))
        .select(['invitations.email', 'name'])
        .executeTakeFirst();
      // A stranger may have chosen the name of a customer's account.
      return found ? { email: found.email, name: found.name ?? '' } : null;
    },

    acceptInvitation: ({ token, name, password }: Record<'token' | 'name' | 'password', string>, caller: Caller) =>
      guard.attempt(async (): Promise<Outcome<Signed & { role: StaffRole }>> => {
        const locked = await guard.count('operator-invitation', caller);
        if (locked) return locked;
        const invited = await open(kysely, String(token)).select('email').executeTakeFirst();
        if (!invited) return guard.fail('invitation-refused', caller, INVALID_TOKEN);
        const parsed = parseBy(registerForm, { name, email: invited.email, password });
        if (!parsed.ok) return parsed;
        const { value: form } = parsed;
        const hashed = await hashNew('password', form.password, [form.email, form.name]);
        if (!hashed.ok) return hashed;
        const accepted = await guard.write(async (trx) => {
          const used = trx.deleteFrom('invitations').where('token_hash', '=', hashToken(token));
          const taken = used.where('expires_at', '>', new Date(now())).returning(['email', 'staff_role', 'rider_id']);
          const invitation = await taken.executeTakeFirst();
          if (!invitation) return null;
          const { email, staff_role: role, rider_id } = invitation;
          const at = new Date(now());
          const asked = { schedule_for_deletion: false, deletion_requested_at: null };
          const own = { name: form.name, role, password: hashed.value, console_since: at, updated_at: at };
          const account = { ...own, ...asked, ...NO_SECOND_FACTOR };
          const added = trx.insertInto('users').values({ id: randomUUID(), email, ...account });
          const kept = added.onConflict((same) => same.column('email').doUpdateSet(account)).returning('id');
          const { id: userId } = await kept.executeTakeFirstOrThrow();
          // Whoever had the account before may be somebody else.
          await endKeys(trx, userId);
          const rider = trx.updateTable('riders').set({ user_id: userId });
          if (rider_id !== null) await rider.where('id', '=', rider_id).where('active', '=', true).execute();
          await audit(trx, { actor: email, action: 'operators.accept', subject: email, details: { role } });
          return { userId, role, headers: await enter(trx, userId, caller) };
        });
        if (!accepted) return guard.fail('invitation-refused', caller, INVALID_TOKEN, invited);
        const { userId, role, headers } = accepted;
        return guard.succeed('invitation-accepted', caller, { headers, role }, { userId, role });
      }),
  };
}

/** In the transaction that changes the role. The account may go on shopping, with its password. */
export async function closeConsole(trx: Transaction<Tables>, userId: string): Promise<void> {
  const closed = {
    ...NO_SECOND_FACTOR,
    console_since: null,
    console_used_at: null,
    console_language: null,
    order_mails: false,
  };
  const user = trx.updateTable('users').set(closed).where('id', '=', userId);
  const { email } = await user.returning('email').executeTakeFirstOrThrow();
  await endKeys(trx, userId);
  // Mails about orders, which name customers.
  await trx.deleteFrom('outbox').where('recipient', '=', email).execute();
}

/** All but the password and the second factor, and what belongs to a rider. */
async function endKeys(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await trx.updateTable('riders').set({ user_id: null }).where('user_id', '=', userId).execute();
  await endAccess(trx, userId);
}

/** In English: nobody knows yet what they read. */
function invitationEmail({ to, link, role }: { to: string; link: string; role: StaffRole }, sender: Sender): Email {
  const shop = sender.name;
  return renderEmail(sender, {
    to,
    language: 'en',
    subject: `You are invited to run ${shop}`,
    parts: [
      'Hello!',
      `You are invited to the console of ${shop}, as ${STAFF_ROLES[role].label.toLowerCase()}. Set your name and a password to get in:`,
      { kind: 'link', label: 'Accept the invitation', url: link },
      `The link works once, within ${HOURS} hours.`,
      'If you do not know why you get this mail, do nothing, and give the link to nobody: it opens what only the shop may see.',
    ],
  });
}
