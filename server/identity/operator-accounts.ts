/**
 * Who is an operator. An invitation is a link, good once and for a day, whose holder sets a name and a password. Such a
 * link also sets a new password of an operator. `email`, of whoever has none, is a phone (`readLogin`).
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction, sql } from 'kysely';
import { invitedForm } from '../../domain/accounts/account-forms.ts';
import { CUSTOMER_ROLE, OPERATOR_ROLE, isPhoneLogin, readLogin } from '../../domain/accounts/account.ts';
import { STAFF, type StaffRole, STAFF_ROLES } from '../../domain/accounts/roles.ts';
import type { Language } from '../../base/language.ts';
import { CONSOLE_PATH } from '../../base/console-path.ts';
import { localDigits } from '../../base/digits.ts';
import { LANGUAGES } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { parseBy } from '../../domain/parse.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Tables } from '../db/tables.ts';
import { TEXTS } from '../../messages/texts.ts';
import { type Email, type Sender, renderEmail } from '../mail/email.ts';
import type { Access, AccessOptions, Signed } from './access.ts';
import type { Caller } from './guard.ts';
import { NO_SECOND_FACTOR } from './second-factor.ts';
import { HAS_SECOND_FACTOR, endAccess, mayEnter } from './sessions.ts';
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

/** Of such a link: whose account it opens, and how. */
interface Link {
  email: string;
  role: StaffRole;
  rider?: string | null;
  resets?: boolean;
  language?: Language | undefined;
}

const HOURS = 24;

const NO_OPERATOR = refused(404, { code: 'unknown', what: 'operator' });
const OWN_KEYS = refused(403, { code: 'own-keys' });

export function createOperatorAccounts(
  { kysely, guard, hashNew, enter, now }: Access,
  { sender, mail, security }: AccessOptions,
) {
  const open = (executor: Kysely<Tables>, token: string) =>
    executor
      .selectFrom('invitations')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date(now()));

  const staff = (executor: Kysely<Tables>, login: string) =>
    executor.selectFrom('users').select(['id', 'role', 'name']).where('email', '=', login).where(mayEnter('console'));

  /** Makes the link and mails it, where there is an address. An older one of the same person ends. */
  async function give(
    { email, role, rider = null, resets = false, language }: Link,
    by: Actor,
    action: string,
    seen: boolean,
  ) {
    const token = newToken();
    const link = `${sender.url}${CONSOLE_PATH}/invitation/${token}${language ? `?language=${language}` : ''}`;
    const at = new Date(now());
    const expiresAt = new Date(at.getTime() + HOURS * 60 * 60 * 1000);
    const as = { staff_role: role, rider_id: rider, invited_by: by, resets };
    const invitation = { token_hash: hashToken(token), ...as, created_at: at, expires_at: expiresAt };
    await guard.write(async (trx) => {
      const added = trx.insertInto('invitations').values({ email, ...invitation });
      await added.onConflict((same) => same.column('email').doUpdateSet(invitation)).execute();
      await audit(trx, { actor: by, action, subject: email, details: { role, seen } });
      if (!isPhoneLogin(email)) await mail.enqueue(trx, linkEmail({ to: email, link, role, resets }, sender));
    });
    security.log('info', { event: 'operator-invited', address: null, email, role });
    if (!seen) return done({ email, link: '', text: '', expiresAt });
    const told = LANGUAGES.toReversed().map((language) => {
      const values = { shop: shopNameIn(language, sender) || sender.name, hours: localDigits(language, HOURS) };
      return fillIn(language, TEXTS[language].CONSOLE_LINK, values);
    });
    return done({ email, link, text: [...told, link].join('\n\n'), expiresAt });
  }

  /** Everybody with a way into the console by e-mail address, then open invitations. */
  async function list(): Promise<ListedOperator[]> {
    // Whoever got the role from the command line has no way in yet.
    const { rows } = await sql<ListedOperator>`
      select email, name, role, 'operator' as status, ${HAS_SECOND_FACTOR} as "secondFactor",
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
      const email = readLogin(typed);
      const removed = await guard.write(async (trx) => {
        const found = trx.selectFrom('users').select('id').where('email', '=', email).where('role', 'in', roles);
        const operator = await found.forUpdate().executeTakeFirst();
        if (operator) {
          const customer = { role: CUSTOMER_ROLE, updated_at: new Date(now()) };
          if (isPhoneLogin(email)) {
            // Nobody can shop with it.
            await endKeys(trx, operator.id);
            await trx.deleteFrom('users').where('id', '=', operator.id).execute();
          } else {
            await trx.updateTable('users').set(customer).where('id', '=', operator.id).execute();
            await closeConsole(trx, operator.id);
          }
        }
        const invitation = trx.deleteFrom('invitations').where('email', '=', email).where('staff_role', 'in', roles);
        const { numDeletedRows } = await invitation.where('expires_at', '>', new Date(now())).executeTakeFirst();
        if (!operator && numDeletedRows === 0n) return null;
        await audit(trx, { actor: by, action: 'operators.remove', subject: email });
        return { userId: operator?.id };
      });
      if (removed === null) {
        const isOwner = (await list()).some((one) => one.email === email);
        return isOwner ? refused(403, { code: 'owners-elsewhere' }) : NO_OPERATOR;
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
     * Invites somebody. `rider`: who logs in with it. `seen`: whoever invites gets the link, which is mailed too. `language`: in
     * which it opens.
     */
    async invite(
      typed: string,
      by: Actor,
      role: StaffRole = OPERATOR_ROLE,
      rider: string | null = null,
      seen = true,
      language?: Language,
    ) {
      const parsed = parseBy(invitedForm.pick({ email: true }), { email: typed });
      if (!parsed.ok) return parsed;
      const { email } = parsed.value;
      if (role === OPERATOR_ROLE && isPhoneLogin(email)) return refused(422, { code: 'owner-needs-email' });
      // Accepting would take the shop from them.
      const account = kysely.selectFrom('users').select('id').where('email', '=', email);
      const owner = account.where('role', '=', OPERATOR_ROLE);
      if (role !== OPERATOR_ROLE && (await owner.executeTakeFirst())) return refused(422, { code: 'is-owner' });
      return give({ email, role, rider, language }, by, 'operators.invite', seen);
    },

    /** A new link for somebody else: of an open invitation, or for a new password of an operator. */
    async link(typed: string, by: Actor) {
      const email = readLogin(typed);
      if (email === by) return OWN_KEYS;
      const operator = await staff(kysely, email).executeTakeFirst();
      if (operator) return give({ email, role: operator.role as StaffRole, resets: true }, by, 'operators.link', true);
      const invitations = kysely.selectFrom('invitations').select(['staff_role as role', 'rider_id as rider']);
      const open = invitations.where('email', '=', email).where('expires_at', '>', new Date(now()));
      const invited = await open.where('resets', '=', false).executeTakeFirst();
      return invited ? give({ email, ...invited }, by, 'operators.link', true) : NO_OPERATOR;
    },

    /** For somebody else whose phone is gone: codes, passkeys and sessions end. The password stays. */
    removeSecondFactor: (typed: string, by: Actor): Promise<Outcome<{ removed: true }>> =>
      guard.write(async (trx) => {
        const email = readLogin(typed);
        if (email === by) return OWN_KEYS;
        const operator = await staff(trx, email)
          .select(HAS_SECOND_FACTOR.as('has'))
          .forUpdate('users')
          .executeTakeFirst();
        if (!operator) return NO_OPERATOR;
        if (!operator.has) return refused(409, { code: 'second-factor-off' });
        await trx.updateTable('users').set(NO_SECOND_FACTOR).where('id', '=', operator.id).execute();
        await trx.deleteFrom('passkeys').where('user_id', '=', operator.id).execute();
        await endAccess(trx, operator.id);
        await audit(trx, { actor: by, action: 'operators.factor-remove', subject: email });
        security.log('info', { event: 'second-factor-removed', address: null, userId: operator.id });
        return done({ removed: true });
      }),

    /** Whose link it is; the name is that of an operator who got a new one. Null when the link is not good. */
    async invitation(token: string): Promise<{ email: string; name: string; resets: boolean } | null> {
      const found = await open(kysely, token)
        .leftJoin('users', (join) => join.onRef('users.email', '=', 'invitations.email').on('users.role', 'in', STAFF))
        .select(['invitations.email', 'name', 'resets'])
        .executeTakeFirst();
      // A stranger may have chosen the name of a customer's account.
      return found ? { ...found, name: found.name ?? '' } : null;
    },

    /** Who sets a new password goes on to the login. */
    acceptInvitation: ({ token, name, password }: Record<'token' | 'name' | 'password', string>, caller: Caller) =>
      guard.attempt(async (): Promise<Outcome<Signed & { role: StaffRole; resets: boolean }>> => {
        const locked = await guard.count('operator-invitation', caller);
        if (locked) return locked;
        const invited = await open(kysely, String(token)).select(['email', 'resets']).executeTakeFirst();
        if (!invited) return guard.fail('invitation-refused', caller, INVALID_TOKEN);
        const known = invited.resets ? await staff(kysely, invited.email).executeTakeFirst() : undefined;
        const parsed = parseBy(invitedForm, { name: known?.name ?? name, email: invited.email, password });
        if (!parsed.ok) return parsed;
        const { value: form } = parsed;
        // A phone is also guessed as it is dialled.
        const hashed = await hashNew('password', form.password, [form.email, form.email.slice(3), form.name]);
        if (!hashed.ok) return hashed;
        const accepted = await guard.write(async (trx) => {
          const used = trx.deleteFrom('invitations').where('token_hash', '=', hashToken(token));
          const good = used.where('expires_at', '>', new Date(now()));
          const invitation = await good.returning(['email', 'staff_role', 'rider_id', 'resets']).executeTakeFirst();
          if (!invitation) return null;
          const { email, staff_role: role, rider_id, resets } = invitation;
          const at = new Date(now());
          const keys = { password: hashed.value, updated_at: at };
          if (resets) {
            // The role may have changed meanwhile, and the console been closed.
            const own = trx.updateTable('users').set(keys).where('email', '=', email).where(mayEnter('console'));
            const operator = await own.where('role', '=', role).returning('id').executeTakeFirst();
            if (!operator) return null;
            await endAccess(trx, operator.id);
            await audit(trx, { actor: email, action: 'operators.new-password', subject: email });
            return { userId: operator.id, role, resets, headers: new Headers() };
          }
          const asked = { schedule_for_deletion: false, deletion_requested_at: null };
          const own = { name: form.name, role, console_since: at, ...keys };
          const account = { ...own, ...asked, ...NO_SECOND_FACTOR };
          const added = trx.insertInto('users').values({ id: randomUUID(), email, ...account });
          const kept = added.onConflict((same) => same.column('email').doUpdateSet(account)).returning('id');
          const { id: userId } = await kept.executeTakeFirstOrThrow();
          // Whoever had the account before may be somebody else.
          await endKeys(trx, userId);
          const rider = trx.updateTable('riders').set({ user_id: userId });
          if (rider_id !== null) await rider.where('id', '=', rider_id).where('active', '=', true).execute();
          await audit(trx, { actor: email, action: 'operators.accept', subject: email, details: { role } });
          return { userId, role, resets, headers: await enter(trx, userId, caller) };
        });
        if (!accepted) return guard.fail('invitation-refused', caller, INVALID_TOKEN, { email: invited.email });
        const { userId, ...entered } = accepted;
        const event = entered.resets ? 'operator-password-reset' : 'invitation-accepted';
        return guard.succeed(event, caller, entered, { userId, role: entered.role });
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

/** In English, as the console is. */
function linkEmail(
  { to, link, role, resets }: Required<Omit<Link, 'email' | 'rider' | 'language'>> & Record<'to' | 'link', string>,
  sender: Sender,
): Email {
  const shop = sender.name;
  const [subject, told, label] = resets
    ? [
        `A new password for ${shop}`,
        `An owner made this link. Set a new password for the console of ${shop}:`,
        'Set a new password',
      ]
    : [
        `You are invited to run ${shop}`,
        `You are invited to the console of ${shop}, as ${STAFF_ROLES[role].label.toLowerCase()}. Set your name and a password to get in:`,
        'Accept the invitation',
      ];
  return renderEmail(sender, {
    to,
    language: 'en',
    subject,
    parts: [
      'Hello!',
      told,
      { kind: 'link', label, url: link },
      `The link works once, within ${HOURS} hours.`,
      'If you do not know why you get this mail, do nothing, and give the link to nobody: it opens what only the shop may see.',
    ],
  });
}
