/** What operators write down about an order or a customer, for operators only (product §13). */
import { type Kysely, type Selectable, sql } from 'kysely';
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import type { Actor } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';

export type Note = Pick<Selectable<Tables['notes']>, 'id' | 'text' | 'at' | 'author'>;

/** By id; without an account by the phone of orders. */
export type NoteSubject = { order: string } | { account: string };

export function createNotes({ kysely }: Pick<Database, 'kysely'>) {
  const find = async (of: NoteSubject, db: Kysely<Tables> = kysely) => {
    if ('order' in of)
      return db.selectFrom('orders').select('number as order_number').where('id', '=', of.order).executeTakeFirst();
    const { rows } = await sql<{ user_id: string } | { phone: string }>`
      select id as user_id, null as phone from users where id = ${of.account}
      union all
      (select null, dialled from known_phones() where ${hasPhone(of.account)} limit 1)`.execute(db);
    return rows[0];
  };

  return {
    /** Newest first. Of a customer also those on the phones, and on the accounts that have the phone. */
    async list(of: NoteSubject): Promise<Outcome<{ notes: Note[] }>> {
      const subject = await find(of);
      if (!subject) return unknown(of);
      const notes = kysely.selectFrom('notes').select(['id', 'text', 'at', 'author']);
      const own = 'order' in of ? notes.where((is) => is.and(subject)) : notes.where(isOf(of.account));
      return done({ notes: await own.orderBy('id', 'desc').execute() });
    },

    /** `text`: as `newNoteSchema` leaves it. */
    add: (of: NoteSubject, text: string, by: Actor) =>
      kysely.transaction().execute(async (trx): Promise<Outcome<Note>> => {
        // The account stays until the note is there, or is gone by now.
        if ('account' in of)
          await trx.selectFrom('users').select('id').where('id', '=', of.account).forKeyShare().execute();
        const subject = await find(of, trx);
        if (!subject) return unknown(of);
        const added = trx.insertInto('notes').values({ ...subject, text, author: by });
        return done(await added.returning(['id', 'text', 'at', 'author']).executeTakeFirstOrThrow());
      }),
  };
}

/** Of a row of `known_phones`. */
const hasPhone = (given: string) => sql`dialled = nullif(search_phone(${given}), '')`;

function isOf(customer: string) {
  const accounts = sql`array(select ${customer} union select account from known_phones() where ${hasPhone(customer)})`;
  return sql<boolean>`(user_id = any(${accounts}) or phone = any(array(
    select search_phone(${customer}) union select dialled from known_phones() where account = any(${accounts}))))`;
}

function unknown(of: NoteSubject): Refused {
  return refused(404, { code: 'unknown', what: 'order' in of ? 'order' : 'account' });
}
