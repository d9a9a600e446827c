/** What operators write down about an order or a customer, for operators only (product §13). */
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
    /** Newest first; null when there is no such order or account. */
    async list(of: NoteSubject): Promise<Note[] | null> {
      const subject = await find(of);
      if (!subject) return null;
      const [column, value] =
        'user_id' in subject
          ? (['user_id', subject.user_id] as const)
          : (['order_number', subject.order_number] as const);
      return kysely
        .selectFrom('notes')
        .select(['id', 'text', 'at', 'author'])
        .where(column, '=', value)
        .orderBy('id', 'desc')
        .execute();
    },

    /** `text`: as `newNoteSchema` leaves it. Null when there is no such order or account. */
    async add(of: NoteSubject, text: string, by: Actor = 'operator'): Promise<Note | null> {
      const subject = await find(of);
      if (!subject) return null;
      return kysely
        .insertInto('notes')
        .values({ ...subject, text, author: by })
        .returning(['id', 'text', 'at', 'author'])
        .executeTakeFirstOrThrow();
    },
  };
}
