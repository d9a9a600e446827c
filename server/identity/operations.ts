/** Who may use the console: what can be done about it (server/operation.ts). */
import { z } from 'zod';
import { LANGUAGES } from '../../base/language.ts';
import { isPhoneLogin, OPERATOR_ROLE } from '../../domain/accounts/account.ts';
import { isHelper, STAFF } from '../../domain/accounts/roles.ts';
import { done, refused } from '../../domain/outcome.ts';
import { operation } from '../operation.ts';
import type { Services } from '../services.ts';

const email = z.string('email must be a text.');

/** A stolen session makes no key for itself: whoever asks says again who they are. */
const CONFIRM_FIRST = refused(403, { code: 'confirm-first' });
const HELPERS = STAFF.filter(isHelper);

const isMailed = ({ mail }: Services, email: string): boolean => !mail.toFiles && !isPhoneLogin(email);

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
      'Invites somebody to the console, by default as an owner; a rider with the id, `rider`. `email`: riders and packers may have a phone instead. `language`: in which the link opens. `text`: what can be sent with the link, which is in it. `mailed`: the link is mailed too.',
    returns: '`{email, link, text, mailed, expiresAt}`',
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
    async run(services, { email, role, rider, language }, asker) {
      const { operators, riders, mail } = services;
      const isSent = isHelper(role) && !isPhoneLogin(email);
      if (!asker.confirmed && !isSent) return CONFIRM_FIRST;
      const isKnown = (await riders.list()).some(({ id }) => id === rider);
      if ((role === 'rider') !== isKnown) return refused(422, { code: 'no-rider-invited' });
      // Nobody sees the key of another unasked, unless no mail brings it.
      const seen = asker.confirmed || mail.toFiles;
      const invited = await operators.invite(email, asker.by, role, isKnown ? rider : null, seen, language);
      return invited.ok ? done({ ...invited.value, mailed: isMailed(services, invited.value.email) }) : invited;
    },
  }),
  'operators.link': operation({
    summary:
      'Makes a new link for whoever is invited; or one with which an operator sets a new password, which ends their sessions. The one before ends.',
    returns: '`{email, link, text, mailed, expiresAt}`',
    logged: 'Made a new link for {subject}, and got it',
    right: 'riders',
    path: 'POST operators/link',
    input: z.strictObject({ email }),
    async run(services, { email }, { by, confirmed }) {
      if (!confirmed) return CONFIRM_FIRST;
      const made = await services.operators.link(email, by);
      return made.ok ? done({ ...made.value, mailed: isMailed(services, made.value.email) }) : made;
    },
  }),
  'operators.factor-remove': operation({
    summary: 'Removes the codes and passkeys of an operator who has lost them, and ends their sessions.',
    returns: '`{removed: true}`',
    logged: 'Removed the second factor of {subject}',
    right: 'riders',
    path: 'POST operators/factor/remove',
    input: z.strictObject({ email }),
    run: ({ operators }, { email }, { by, confirmed }) =>
      confirmed ? operators.removeSecondFactor(email, by) : CONFIRM_FIRST,
  }),
  'operators.remove': operation({
    summary: 'Closes the console to somebody at once, or takes the invitation back.',
    returns: '`{removed: true}`',
    logged: 'Took the console from {subject}',
    right: 'riders',
    path: 'POST operators/remove',
    input: z.strictObject({ email }),
    // Owners are let out by the command line alone, which has the token.
    run: ({ operators }, { email }, { by, userId }) => operators.remove(email, by, userId === null ? STAFF : HELPERS),
  }),
};
