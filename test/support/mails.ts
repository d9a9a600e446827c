import { pino } from 'pino';
import type { Database } from '../../server/db/connect.ts';
import { createWorker } from '../../server/jobs/worker.ts';
import { type Mail, createMail } from '../../server/mail/mail.ts';
import type { Transport } from '../../server/mail/transport.ts';

/** The mails of one process, which looks for them only when it is told: a notification that gets lost is a fault. */
export async function openMails(
  database: Database,
  given: Omit<Parameters<typeof createMail>[1], 'push'> & { push?: Transport },
  options: { closeMs?: number } = {},
): Promise<Mail> {
  const settings = { push: { deliver: async () => {}, close() {} }, ...given };
  const log = pino({ level: 'silent' });
  const mail = createMail(database, settings, log);
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
