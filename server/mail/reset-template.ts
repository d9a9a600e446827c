import { type Email, type Sender, renderEmail } from './email.ts';

/** The mail with the link to a new password (product §5). Without a name, because a stranger may have chosen it. */
export function passwordResetEmail(to: string, link: { url: string; minutes: number }, sender: Sender): Email {
  return renderEmail(
    {
      to,
      subject: `Reset your ${sender.name} password`,
      parts: [
        { kind: 'paragraph', text: 'Hello!' },
        {
          kind: 'paragraph',
          text: `Somebody, we hope you, asked for a new password for your account at ${sender.name}.`,
        },
        { kind: 'link', label: 'Set a new password', url: link.url },
        { kind: 'paragraph', text: `The link works once, within ${link.minutes} minutes.` },
        { kind: 'paragraph', text: 'If it was not you, do nothing: your password stays as it is.' },
      ],
    },
    sender,
  );
}
