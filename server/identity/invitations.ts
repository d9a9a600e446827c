/** Invitations to the console: a link, good once and for a day, whose holder sets a name and a password. */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { registerForm, resetForm } from '../../domain/accounts/account-forms.ts';
import { OPERATOR_ROLE } from '../../domain/accounts/account.ts';
import { STAFF, type StaffRole, STAFF_ROLES } from '../../domain/accounts/roles.ts';
import { CONSOLE_PATH } from '../../base/console-path.ts';
import type { Reason } from '../../domain/reason.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Tables } from '../db/tables.ts';
import type { Access, AccessOptions, Signed } from './access.ts';
import type { Caller } from './guard.ts';
import { LINK_LIMITS } from './limits.ts';
import { INVALID_TOKEN, type Refused, parseForm } from './refusals.ts';
import { NO_SECOND_FACTOR } from './second-factor.ts';
import { endAccess } from './sessions.ts';
import { hashToken, newToken } from './tokens.ts';
import { type Email, type Sender, renderEmail } from '../mail/email.ts';

type InviteOutcome = { ok: true; email: string; link: string; expiresAt: Date } | { ok: false; reasons: Reason[] };

/** As what somebody is invited: by default an owner. `rider`: the id of the rider who logs in with it. */
export interface Invited {
  role?: StaffRole | undefined;
  rider?: string | null | undefined;
}

const HOURS = 24;

export function createInvitations(
  { kysely, guard, hashNew, enter, now }: Access,
  { sender, mail, security }: AccessOptions,
) {
  const open = (executor: Kysely<Tables>, token: string) =>
    executor
      .selectFrom('invitations')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date(now()));

  return {
    /** Invites somebody and mails the link. An older invitation of the address ends. */
    async invite(
      typed: string,
      by: Actor,
      { role = OPERATOR_ROLE, rider = null }: Invited = {},
    ): Promise<InviteOutcome> {
      const parsed = parseForm(resetForm, { email: typed });
      if (!parsed.ok) return { ok: false, reasons: [parsed.reason] };
      const { email } = parsed.form;
      // Accepting would take the shop from them.
      const owner = kysely
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .where('role', '=', OPERATOR_ROLE);
      if (role !== OPERATOR_ROLE && (await owner.executeTakeFirst()))
        return { ok: false, reasons: [{ code: 'malformed', detail: 'This is the address of an owner.' }] };
      const token = newToken();
      const link = `${sender.url}${CONSOLE_PATH}/invitation/${token}`;
      const at = new Date(now());
      const expiresAt = new Date(at.getTime() + HOURS * 60 * 60 * 1000);
      const as = { staff_role: role, rider_id: rider, invited_by: by };
      const invitation = { token_hash: hashToken(token), ...as, created_at: at, expires_at: expiresAt };
      await guard.write(async (trx) => {
        await trx
          .insertInto('invitations')
          .values({ email, ...invitation })
          .onConflict((same) => same.column('email').doUpdateSet(invitation))
          .execute();
        await audit(trx, { actor: by, action: 'operators.invite', subject: email, details: { role } });
        await mail.enqueue(trx, invitationEmail({ to: email, link, hours: HOURS, role }, sender));
      });
      security.log('info', { event: 'operator-invited', address: null, email, role });
      return { ok: true, email, link, expiresAt };
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

    acceptInvitation: (
      { token, name, password }: { token: string; name: string; password: string },
      caller: Caller,
    ): Promise<(Signed & { role: StaffRole }) | Refused> =>
      guard.attempt(async () => {
        const locked = await guard.count('operator-invitation', LINK_LIMITS, null, caller);
        if (locked) return locked;
        const invited = await open(kysely, String(token)).select('email').executeTakeFirst();
        if (!invited) return guard.fail('invitation-refused', caller, INVALID_TOKEN);
        const parsed = parseForm(registerForm, { name, email: invited.email, password });
        if (!parsed.ok) return parsed;
        const { form } = parsed;
        const hashed = await hashNew(form.password, [form.email, form.name]);
        if (!hashed.ok) return hashed;
        const accepted = await guard.write(async (trx) => {
          const used = trx.deleteFrom('invitations').where('token_hash', '=', hashToken(token));
          const taken = used.where('expires_at', '>', new Date(now())).returning(['email', 'staff_role', 'rider_id']);
          const invitation = await taken.executeTakeFirst();
          if (!invitation) return null;
          const { email, staff_role: role, rider_id } = invitation;
          const account = { email, name: form.name, role, hash: hashed.hash, at: new Date(now()) };
          const userId = await makeOperator(trx, account);
          const rider = trx.updateTable('riders').set({ user_id: userId });
          if (rider_id !== null) await rider.where('id', '=', rider_id).where('active', '=', true).execute();
          await audit(trx, { actor: email, action: 'operators.accept', subject: email, details: { role } });
          return { userId, role, headers: await enter(trx, userId, caller) };
        });
        if (!accepted) return guard.fail('invitation-refused', caller, INVALID_TOKEN, invited);
        guard.note('invitation-accepted', caller, { userId: accepted.userId, role: accepted.role });
        return { ok: true, headers: accepted.headers, role: accepted.role };
      }),
  };
}

/** Whoever had the account before may be somebody else: that person's sessions, password, reset links, second factor and passkeys end. */
async function makeOperator(
  trx: Transaction<Tables>,
  { email, name, role, hash, at }: { email: string; name: string; role: StaffRole; hash: string; at: Date },
): Promise<string> {
  const account = {
    ...NO_SECOND_FACTOR,
    name,
    role,
    password: hash,
    console_since: at,
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
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await trx.updateTable('riders').set({ user_id: null }).where('user_id', '=', userId).execute();
  await endAccess(trx, userId);
  return userId;
}

/** In English, as the console is. */
function invitationEmail(
  { to, link, hours, role }: { to: string; link: string; hours: number; role: StaffRole },
  sender: Sender,
): Email {
  const shop = sender.name;
  return renderEmail(
    {
      to,
      language: 'en',
      subject: `You are invited to run ${shop}`,
      parts: [
        { kind: 'paragraph', text: 'Hello!' },
        {
          kind: 'paragraph',
          text: `You are invited to the console of ${shop}, as ${STAFF_ROLES[role].toLowerCase()}. Set your name and a password to get in:`,
        },
        { kind: 'link', label: 'Accept the invitation', url: link },
        { kind: 'paragraph', text: `The link works once, within ${hours} hours.` },
        {
          kind: 'paragraph',
          text: 'If you do not know why you get this mail, do nothing, and give the link to nobody: it opens what only the shop may see.',
        },
      ],
    },
    sender,
  );
}
