import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { cleanLines } from '../../domain/typed/text.ts';
import { MAX_NOTE_LENGTH } from '../../domain/orders/order.ts';
import { newNoteSchema } from '../../domain/orders/read-order.ts';
import { anyText } from '../../test/support/arbitraries.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { heldUp } from '../../test/support/held-up.ts';
import type { Database } from '../db/connect.ts';
import { createNotes } from './notes.ts';
import { refused } from '../../domain/outcome.ts';
import { valueOf } from '../../test/support/outcome.ts';

test('a note keeps its lines, loses control characters, and is neither empty nor too long', () => {
  expect(cleanLines(' a\0b \r\n\n\u202Ec\r d ')).toBe('a b\n\nc\nd');
  for (const text of ['', ' \n\t', 'x'.repeat(MAX_NOTE_LENGTH + 1), 1, undefined])
    expect(newNoteSchema.safeParse({ text }).success).toBe(false);
  fc.assert(
    fc.property(anyText({ maxLength: 50 }), (text) => {
      expect(cleanLines(text)).not.toMatch(/[^\P{Cc}\n]/u);
      expect(cleanLines(cleanLines(text))).toBe(cleanLines(text));
    }),
  );
});

describeWithDatabase('notes', ({ open }) => {
  let database: Database;
  let notes: ReturnType<typeof createNotes>;
  beforeAll(async () => {
    database = await open();
    notes = createNotes(database);
    await database.kysely
      .insertInto('users')
      .values({ id: 'amina', email: 'amina@example.com', name: 'Amina' })
      .execute();
  });

  test('stand with what they are about, newest first, and with nothing else', async () => {
    await notes.add({ account: 'amina' }, 'one', 'nusrat@example.com');
    await notes.add({ account: 'amina' }, 'two\nlines', 'operator');
    expect(valueOf(await notes.list({ account: 'amina' })).notes).toMatchObject([
      { text: 'two\nlines', author: 'operator' },
      { text: 'one', author: 'nusrat@example.com' },
    ]);
    for (const nobody of [{ account: 'nobody' }, { order: 'a'.repeat(24) }, { order: 'amina' }]) {
      const unknown = refused(404, { code: 'unknown', what: 'order' in nobody ? 'order' : 'account' });
      expect(await notes.add(nobody, 'lost', 'operator')).toEqual(unknown);
      expect(await notes.list(nobody)).toEqual(unknown);
    }
  });

  test('of a phone stand with whoever has it', async () => {
    await database.kysely.updateTable('users').set({ phone: '01911111111' }).where('id', '=', 'amina').execute();
    const texts = async (account: string) => valueOf(await notes.list({ account })).notes.map(({ text }) => text);
    const before = await texts('amina');
    expect(await texts('+8801911111111')).toEqual(before);
    await notes.add({ account: '+88 01911-111111' }, 'of the phone', 'operator');
    for (const subject of ['amina', '01911111111']) expect(await texts(subject)).toEqual(['of the phone', ...before]);
  });

  test('on an account that goes at the same moment are refused', async () => {
    const { kysely } = database;
    await kysely.insertInto('users').values({ id: 'gone', email: 'gone@example.com', name: 'Gone' }).execute();
    const outcome = await heldUp(
      kysely,
      { hold: (trx) => trx.deleteFrom('users').where('id', '=', 'gone').execute() },
      () => notes.add({ account: 'gone' }, 'late', 'operator'),
    );
    expect(outcome).toEqual(refused(404, { code: 'unknown', what: 'account' }));
  });

  test('of an account go with it', async () => {
    await notes.add({ account: 'amina' }, 'three', 'operator');
    await database.kysely.deleteFrom('users').where('id', '=', 'amina').execute();
    const left = await database.kysely.selectFrom('notes').select('text').execute();
    expect(left).toEqual([{ text: 'of the phone' }]);
  });
});
