/** What operators write down about an order or a customer, for operators only (product §13). */
import { sql } from 'kysely';
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import type { Actor } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';

export interface Note {
  id: number;
  text: string;
  at: Date;
  author: Actor;
}

/** By id; without an account by the phone of orders. */
export type NoteSubject = { order: string } | { account: string };

export function createNotes({ kysely }: Pick<Database, 'kysely'>) {
  const find = async (of: NoteSubject) => {
    if ('order' in of)
      return kysely.selectFrom('orders').select('number as order_number').where('id', '=', of.order).executeTakeFirst();
    const dialled = sql<string>`search_phone(${of.account})`.as('phone');
    const having = kysely.selectFrom('customers').select(['id', 'user_id', dialled]).where(isCustomer(of.account));
    const found = await having.orderBy(sql`id = ${of.account}`, 'desc').executeTakeFirst();
    return found && (found.user_id === of.account ? { user_id: found.user_id } : { phone: found.phone });
  };

  return {
    /** Newest first. Of a customer also those on the phones, and on the accounts that have the phone. */
    async list(of: NoteSubject): Promise<Outcome<{ notes: Note[] }>> {
      const subject = await find(of);
      if (!subject) return unknown(of);
      const notes = kysely.selectFrom('notes').select(['id', 'text', 'at', 'author']);
      const own =
        'order' in of
          ? notes.where((is) => is.and(subject))
          : notes.where(
              sql<boolean>`user_id = any(array(select user_id from customers where ${isCustomer(of.account)}))
                or phone = any(array(select unnest(phones) from customers where ${isCustomer(of.account)}))`,
            );
      return done({ notes: await own.orderBy('id', 'desc').execute() });
    },

    /** `text`: as `newNoteSchema` leaves it. */
    async add(of: NoteSubject, text: string, by: Actor): Promise<Outcome<Note>> {
      const subject = await find(of);
      if (!subject) return unknown(of);
      const added = kysely.insertInto('notes').values({ ...subject, text, author: by });
      return done(await added.returning(['id', 'text', 'at', 'author']).executeTakeFirstOrThrow());
    },
  };
}

/** Of a row of `customers`, by the id of an account or by a phone. */
const isCustomer = (given: string) =>
  sql<boolean>`(id = ${given} or phones @> array[nullif(search_phone(${given}), '')])`;

function unknown(of: NoteSubject): Refused {
  return refused(404, { code: 'unknown', what: 'order' in of ? 'order' : 'account' });
}
