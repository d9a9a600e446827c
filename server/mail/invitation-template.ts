/** The mail that invites an operator to the console. In English, as the console is. */
import { type Email, type Sender, renderEmail } from './email.ts';

export function invitationEmail(
  { to, link, hours }: { to: string; link: string; hours: number },
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
          text: `You are invited to the console of ${shop}: orders, products, customers and figures. Set your name and a password to get in:`,
        },
        { kind: 'link', label: 'Accept the invitation', url: link },
        { kind: 'paragraph', text: `The link works once, within ${hours} hours.` },
        {
          kind: 'paragraph',
          text: 'If you do not know why you get this mail, do nothing, and give the link to nobody: it opens the whole shop.',
        },
      ],
    },
    sender,
  );
}
