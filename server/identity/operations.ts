/** Who may use the console: what can be done about it (server/operation.ts). */
import { z } from 'zod';
import { LANGUAGES } from '../../base/language.ts';
import { OPERATOR_ROLE } from '../../domain/accounts/account.ts';
import { isHelper, STAFF } from '../../domain/accounts/roles.ts';
import { done, refused } from '../../domain/outcome.ts';
import { type Asker, operation } from '../operation.ts';

const email = z.string('email must be a text.');

/** Owners are let in and out by the command line alone, which has the token. */
const rolesFor = ({ userId }: Asker) => (userId === null ? STAFF : STAFF.filter(isHelper));

export const IDENTITY_OPERATIONS = {
  'operators.list': operation({
    summary: 'Everybody who may use the console, then open invitations.',
    returns: '`{operators}`',
    right: 'riders',
    path: 'GET operators',
    input: z.strictObject({}),
    run: async ({ operators }) => done({ operators: await operators.list() }),
  }),
  'operators.invite': operation({
    summary:
      'Invites somebody to the console, by default as an owner; a rider with the id, `rider`. `language`: in which the link opens. `mailed`: the link is mailed too.',
    returns: '`{email, link, mailed, expiresAt}`',
    logged: 'Invited {subject} to the console{role}{seen}',
    right: 'riders',
    path: 'POST operators/invite',
    // In the body because addresses of requests are logged.
    input: z.strictObject({
      email,
      role: z.enum(STAFF, `role must be one of ${STAFF.join(', ')}.`).default(OPERATOR_ROLE),
      rider: z.string().optional(),
      language: z.enum(LANGUAGES, `language must be one of ${LANGUAGES.join(', ')}.`).optional(),
    }),
    async run({ operators, riders, mail }, { email, role, rider, language }, asker) {
      if (!rolesFor(asker).includes(role)) return refused(403, { code: 'owners-elsewhere' });
      const isKnown = (await riders.list()).some(({ id }) => id === rider);
      if ((role === 'rider') !== isKnown) return refused(422, { code: 'no-rider-invited' });
      // In the console nobody sees the key of another, unless no mail brings it.
      const seen = asker.userId === null || mail.toFiles;
      const invited = await operators.invite(email, asker.by, role, isKnown ? rider : null, seen, language);
      return invited.ok ? done({ ...invited.value, mailed: !mail.toFiles }) : invited;
    },
  }),
  'operators.remove': operation({
    summary: 'Closes the console to somebody at once, or takes the invitation back.',
    returns: '`{removed: true}`',
    logged: 'Took the console from {subject}',
    right: 'riders',
    path: 'POST operators/remove',
    input: z.strictObject({ email }),
    run: ({ operators }, { email }, asker) => operators.remove(email, asker.by, rolesFor(asker)),
  }),
};
