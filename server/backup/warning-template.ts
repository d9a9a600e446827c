import { dayInDhaka } from '../../base/dates.ts';
import { BACKUP_WARNING_HOURS } from '../../domain/shop/checks.ts';
import { type Email, type Sender, renderEmail } from '../mail/email.ts';

/** `since`: the time of the last proven backup; null: there is none. */
export function backupWarningMail(
  to: string,
  { since, fault }: { since: Date | null; fault: string | null },
  sender: Sender,
): Email {
  const subject = `No proven backup for ${BACKUP_WARNING_HOURS} hours`;
  const last = since === null ? 'There is no proven backup yet.' : `The last proven backup is of ${dayInDhaka(since)}.`;
  return renderEmail(
    {
      to,
      language: 'en',
      subject,
      parts: [
        { kind: 'paragraph', text: `${last} If the disk dies, everything since is lost.` },
        ...(fault === null ? [] : [{ kind: 'paragraph', text: `What went wrong last: ${fault}` } as const]),
        { kind: 'link', label: 'Backups', url: `${sender.url}/operator/health` },
      ],
    },
    sender,
  );
}
