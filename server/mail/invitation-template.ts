/** The mail that invites an operator to the console. In English, as the console is. */
import { STAFF_ROLES, type StaffRole } from '../../domain/accounts/roles.ts';
import { type Email, type Sender, renderEmail } from './email.ts';

export function invitationEmail(
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
