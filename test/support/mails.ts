import { pino } from 'pino';
import type { Database } from '../../server/db/connect.ts';
import { createWorker } from '../../server/jobs/worker.ts';
import { type Mail, createMail } from '../../server/mail/mail.ts';

type Given = Parameters<typeof createMail>[1];
type MailSettings = Omit<Given, 'sms' | 'smsPerDay'> & Partial<Given>;

/** The mails of one process, which looks for them only when it is told: a notification that gets lost is a fault. */
export async function openMails(
  database: Database,
  settings: MailSettings,
  options: { closeMs?: number } = {},
): Promise<Mail> {
  const log = pino({ level: 'silent' });
  const mail = createMail(database, { sms: null, smsPerDay: () => 1_000, ...settings }, log);
  const job = { run: mail.send, everySeconds: 86_400, channel: 'mail' } as const;
  const worker = await createWorker({ database, log, ...options }, { mails: job });
  return {
    ...mail,
    async close() {
      await worker.close();
      await mail.close();
    },
  };
}
