/** What operators write down about an order or a customer, for operators only (product §13). */
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import type { Actor } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';

export interface Note {
  id: number;
  text: string;
  at: Date;
  author: Actor;
}

/** By id. */
export type NoteSubject = { order: string } | { account: string };

export function createNotes({ kysely }: Pick<Database, 'kysely'>) {
  const find = async (of: NoteSubject) =>
    'order' in of
      ? kysely.selectFrom('orders').select('number as order_number').where('id', '=', of.order).executeTakeFirst()
      : kysely.selectFrom('users').select('id as user_id').where('id', '=', of.account).executeTakeFirst();

  return {
    /** Newest first. */
    async list(of: NoteSubject): Promise<Outcome<{ notes: Note[] }>> {
      const subject = await find(of);
      if (!subject) return unknown(of);
      const notes = kysely.selectFrom('notes').select(['id', 'text', 'at', 'author']);
      const own = notes.where((is) => is.and(subject));
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

function unknown(of: NoteSubject): Refused {
  return refused(404, { code: 'unknown', what: 'order' in of ? 'order' : 'account' });
}
