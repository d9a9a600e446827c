import { beforeAll, expect, test, vi } from 'vitest';
import { Client } from 'pg';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { SOON } from '../../test/support/soon.ts';
import type { Database } from './connect.ts';
import { type Channel, notify } from './notify.ts';

describeWithDatabase('listening', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test('to several channels at once asks one after the other', async () => {
    let asking = 0;
    let most = 0;
    const query: (text: string, values?: unknown[]) => Promise<unknown> = Client.prototype.query;
    const asked = vi.spyOn(Client.prototype, 'query').mockImplementation(async function (
      this: Client,
      text: string,
      values?: unknown[],
    ) {
      if (!/^(?:un)?listen /.test(text)) return query.call(this, text, values);
      most = Math.max(most, (asking += 1));
      return query.call(this, text).finally(() => (asking -= 1));
    });
    const heard: string[] = [];
    const listen = (channel: Channel) =>
      database.listen(channel, (payload) => void heard.push(`${channel} ${payload}`));
    const unlisten = await Promise.all([listen('mail'), listen('profile'), listen('mail')]);
    for (const channel of ['mail', 'profile'] as const) await notify(database.kysely, channel, 'a');
    await vi.waitUntil(() => heard.length === 3, SOON);
    expect(heard.toSorted()).toEqual(['mail a', 'mail a', 'profile a']);
    await Promise.all(unlisten.map((end) => end()));
    expect(most).toBe(1);
    asked.mockRestore();
  });
});
