import { fillIn } from '../../base/message.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { type Email, type Sender, renderEmail, type Recipient } from './email.ts';
import { TEXTS } from '../../messages/texts.ts';

/** The mail with the link to a new password (product §5). Without a name, because a stranger may have chosen it. */
export function passwordResetEmail(
  { to, language }: Recipient,
  link: { url: string; minutes: number },
  sender: Sender,
): Email {
  const texts = TEXTS[language];
  const shop = shopNameIn(language, sender);
  return renderEmail(
    {
      to,
      language,
      subject: fillIn(language, texts.MAIL_RESET_SUBJECT, { shop }),
      parts: [
        { kind: 'paragraph', text: texts.MAIL_HELLO },
        { kind: 'paragraph', text: fillIn(language, texts.MAIL_RESET, { shop }) },
        { kind: 'link', label: texts.SET_A_NEW_PASSWORD, url: link.url },
        { kind: 'paragraph', text: fillIn(language, texts.MAIL_RESET_ONCE, { minutes: link.minutes }) },
        { kind: 'paragraph', text: texts.MAIL_RESET_NOT_YOU },
      ],
    },
    sender,
  );
}
