import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { type Socket, createServer } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { listen } from '../../test/support/listen.ts';
import { SOON } from '../../test/support/soon.ts';
import { openMails } from '../../test/support/mails.ts';
import { type MailServer, mailPart, startMailServer } from '../../test/support/mail-server.ts';
import type { Database } from '../db/connect.ts';
import { readWaiting } from '../gauges.ts';
import { type Mail, createMail } from './mail.ts';

const mailFrom = () => 'Sodai <shop@shop.example>';

function emailTo(to: string) {
  return { to, subject: 'সদাই: your order', text: 'Plain words — সদাই', html: '<p>Plain words — সদাই</p>' };
}

describeWithDatabase('mail', ({ open }) => {
  const newFolder = temporaryFolders();
  let database: Database;
  let server: MailServer;
  let running: Mail[] = [];

  beforeAll(async () => {
    [database, server] = await Promise.all([open(), startMailServer()]);
  });
  afterEach(async () => {
    await Promise.all(running.map((mail) => mail.close()));
    running = [];
    await database.kysely.deleteFrom('outbox').execute();
  });
  afterAll(() => server.stop());

  async function start(url = server.url): Promise<Mail> {
    const mail = await openMails(database, { mail: { kind: 'smtp', url }, mailFrom });
    running.push(mail);
    return mail;
  }

  /** The mail in the outbox, when it has this. */
  const outboxWith = (column: 'last_error' | 'given_up_at') =>
    vi.waitUntil(
      () => database.kysely.selectFrom('outbox').selectAll().where(column, 'is not', null).executeTakeFirst(),
      SOON,
    );

  test('an email arrives complete, and the outbox does not keep it', async () => {
    const mail = await start();
    await mail.enqueue(database.kysely, emailTo('rahima@example.com'));
    const { to, raw } = await server.next();
    expect(to).toEqual(['rahima@example.com']);
    expect(raw).toContain('From: Sodai <shop@shop.example>');
    expect(raw).toContain('Auto-Submitted: auto-generated');
    expect(mailPart(raw, 'text/plain')).toBe('Plain words — সদাই');
    expect(mailPart(raw, 'text/html')).toBe('<p>Plain words — সদাই</p>');
    await mail.close();
    expect(await database.kysely.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  test('what is rolled back is never sent', async () => {
    const mail = await start();
    await expect(
      database.kysely.transaction().execute(async (trx) => {
        await mail.enqueue(trx, emailTo('never@example.com'));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await mail.enqueue(database.kysely, emailTo('after@example.com'));
    expect((await server.next()).to).toEqual(['after@example.com']);
  });

  test('mails that were stored while no process was running are sent at the next start', async () => {
    await (await start()).close();
    const sleeping = running[0];
    await sleeping?.enqueue(database.kysely, emailTo('early@example.com'));
    expect(await readWaiting(database.kysely)).toMatchObject({ mails: 1 });
    await start();
    expect((await server.next()).to).toEqual(['early@example.com']);
  });

  test('several processes send each email once', async () => {
    const mails = await Promise.all([start(), start(), start()]);
    const names = Array.from({ length: 30 }, (_, i) => `person-${i}@example.com`);
    await Promise.all(names.map((name, i) => mails[i % 3]?.enqueue(database.kysely, emailTo(name))));
    const received: string[] = [];
    while (received.length < names.length) received.push(...(await server.next()).to);
    await Promise.all(mails.map((mail) => mail.close()));
    expect(received.toSorted()).toEqual(names.toSorted());
    expect(await database.kysely.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('a mail that a busy server refuses is tried again later', async () => {
    server.refuseNext(451);
    const mail = await start();
    await mail.enqueue(database.kysely, emailTo('later@example.com'));
    const failed = await outboxWith('last_error');
    expect(failed).toMatchObject({ attempts: 1, given_up_at: null });
    expect(failed.next_attempt_at.getTime()).toBeGreaterThan(failed.created_at.getTime() + 10_000);
    expect(await readWaiting(database.kysely)).toMatchObject({ mails: 1, givenUp: 0 });
    await sql`update outbox set created_at = now() - interval '1 hour', next_attempt_at = now()`.execute(
      database.kysely,
    );
    expect(Math.floor((await readWaiting(database.kysely)).oldestMail)).toBe(3_600);
    await mail.enqueue(database.kysely, emailTo('next@example.com'));
    const both = [await server.next(), await server.next()].flatMap(({ to }) => to);
    expect(both.toSorted()).toEqual(['later@example.com', 'next@example.com']);
  });

  test('a permanently refused mail stays in the outbox with the reason and is not tried again', async () => {
    server.refuseNext(550);
    const mail = await start();
    await mail.enqueue(database.kysely, emailTo('nobody@example.com'));
    const refused = await outboxWith('given_up_at');
    expect(refused.last_error).toContain('not now');
    expect(await readWaiting(database.kysely)).toMatchObject({ mails: 0, oldestMail: 0, givenUp: 1 });
  });

  test('what could not be sent is listed, and sent when an operator tries again', async () => {
    const { kysely } = database;
    server.refuseNext(550);
    const mail = await start();
    await mail.enqueue(kysely, emailTo('first@example.com'));
    await vi.waitUntil(async () => (await mail.failed()).mails[0]?.givenUp, SOON);
    server.refuseNext(451);
    await mail.enqueue(kysely, emailTo('second@example.com'));
    await vi.waitUntil(async () => (await mail.failed()).mails.length === 2, SOON);
    const { mails } = await mail.failed();
    expect(mails).toMatchObject([
      { to: 'second@example.com', attempts: 1, givenUp: false },
      { to: 'first@example.com', attempts: 1, givenUp: true, subject: emailTo('').subject },
    ]);
    const [second, first] = mails;
    const page = await mail.failed({ limit: 1 });
    expect(page.mails).toEqual([second]);
    expect(await mail.failed({ after: page.next })).toEqual({ mails: [first], next: null });

    for (const { id, to } of mails) {
      expect((await mail.retry(id, 'nusrat@example.com')).ok).toBe(true);
      expect((await server.next()).to).toEqual([to]);
      await vi.waitUntil(async () => !(await mail.failed()).mails.some((other) => other.id === id), SOON);
      expect(await mail.retry(id, 'operator')).toMatchObject({ status: 404 });
    }
    expect(await mail.retry('nonsense', 'operator')).toMatchObject({ status: 404 });
    const entries = kysely.selectFrom('audit').select(['actor', 'action']).where('action', '=', 'mails.retry');
    expect(await entries.execute()).toEqual(mails.map(() => ({ actor: 'nusrat@example.com', action: 'mails.retry' })));
  });

  test('a mail that is being sent is not sent a second time by trying again', async () => {
    const mail = await start();
    await mail.close();
    const { kysely } = database;
    await mail.enqueue(kysely, emailTo('slow@example.com'));
    await sql`update outbox set attempts = 2, last_error = 'not now', sending_until = now() + interval '1 minute',
      next_attempt_at = now() + interval '1 minute'`.execute(kysely);
    const id = (await mail.failed()).mails[0]?.id ?? '';
    expect((await mail.retry(id, 'operator')).ok).toBe(true);
    expect((await mail.failed()).mails[0]?.attempts).toBe(2);
    await kysely.updateTable('outbox').set({ sending_until: null }).execute();
    expect((await mail.retry(id, 'operator')).ok).toBe(true);
    expect((await mail.failed()).mails[0]?.attempts).toBe(0);
  });

  test('an unreachable mail server does not delay the request', async () => {
    const mail = await start('smtp://127.0.0.1:1');
    await mail.enqueue(database.kysely, emailTo('patient@example.com'));
    expect((await outboxWith('last_error')).given_up_at).toBeNull();
  });

  test('a mail server that never answers delays neither a request nor the end of the process', async () => {
    const silent = createServer();
    const url = `smtp://127.0.0.1:${await listen(silent)}`;
    const reached = once(silent, 'connection');
    const settings = { mail: { kind: 'smtp' as const, url }, mailFrom };
    const mail = await openMails(database, settings, { closeMs: 10 });
    await mail.enqueue(database.kysely, emailTo('slow@example.com'));
    const [socket] = (await reached) as [Socket];
    await mail.close();
    // It stays in the outbox, for the next start.
    const waiting = await database.kysely.selectFrom('outbox').select('given_up_at').execute();
    expect(waiting).toEqual([{ given_up_at: null }]);
    socket.destroy();
    silent.close();
  });

  test('after the clock was set back no mail waits for the old time', async () => {
    await (await start()).close();
    const inADay = sql<Date>`now() + interval '1 day'`;
    const [sleeping] = running;
    await sleeping?.enqueue(database.kysely, emailTo('tomorrow@example.com'));
    await database.kysely.updateTable('outbox').set({ next_attempt_at: inADay }).execute();
    await start();
    expect((await server.next()).to).toEqual(['tomorrow@example.com']);
  });

  test('when the database fails for one mail, the others that are being sent are waited for', async () => {
    const settings = { mail: { kind: 'smtp' as const, url: server.url }, mailFrom, sms: null, smsPerDay: () => 0 };
    const mail = createMail(database, settings, pino({ level: 'silent' }));
    const { kysely } = database;
    for (const name of ['failing', 'slow']) await mail.enqueue(kysely, emailTo(`${name}@example.com`));
    await sql`
      create function disturb() returns trigger language plpgsql as $$ begin
        if old.recipient = 'slow@example.com' then perform pg_advisory_xact_lock(42); return old; end if;
        raise 'no database';
      end $$`.execute(kysely);
    await sql`create trigger disturbed before delete on outbox for each row execute function disturb()`.execute(kysely);
    const isWaiting = async () => {
      const { rows } = await sql`
        select from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`.execute(kysely);
      return rows.length > 0;
    };
    let hasEnded = false;
    let sending: Promise<unknown> = Promise.resolve();
    await kysely.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(42)`.execute(trx);
      sending = mail.send(new AbortController().signal).finally(() => {
        hasEnded = true;
      });
      sending.catch(() => {});
      await vi.waitUntil(isWaiting, SOON);
      expect(hasEnded).toBe(false);
    });
    await expect(sending).rejects.toThrow('no database');
    for (const name of ['failing', 'slow']) await server.nextTo(`${name}@example.com`);
    await sql`drop trigger disturbed on outbox`.execute(kysely);
    await sql`drop function disturb`.execute(kysely);
    const left = kysely.selectFrom('outbox').select('recipient');
    expect(await left.execute()).toEqual([{ recipient: 'failing@example.com' }]);
    await mail.close();
  });

  test('without a mail server each mail is written to a file', async () => {
    const directory = await newFolder();
    const mail = await openMails(database, { mail: { kind: 'files', directory }, mailFrom });
    await mail.enqueue(database.kysely, emailTo('rahima@example.com'));
    await vi.waitUntil(async () => (await readWaiting(database.kysely)).mails === 0, SOON);
    await mail.close();
    const [file, ...others] = await readdir(directory);
    expect(others).toEqual([]);
    expect(file).toMatch(/^\d{8}T\d{6}Z-\d{6}\.eml$/);
    const raw = await readFile(path.join(directory, file ?? ''), 'utf8');
    expect(raw).toMatch(/^To: rahima@example\.com\r?$/m);
    expect(mailPart(raw, 'text/plain')).toBe('Plain words — সদাই');
  });

  test('a hostile address does not add other recipients', async () => {
    const mail = await start();
    await mail.enqueue(database.kysely, { ...emailTo('a@example.com'), subject: 'Hello\r\nBcc: victim@example.com' });
    const { to, raw } = await server.next();
    expect(to).toEqual(['a@example.com']);
    expect(raw).not.toMatch(/^Bcc:/im);
  });
});
