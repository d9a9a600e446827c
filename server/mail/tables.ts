/** Mails that are to be sent. See db/tables.ts. */
import type { TimestampByDefault, TimestampOrNull } from '../db/column-types.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Channel } from './mail.ts';

export interface MailTables {
  outbox: {
    id: GeneratedAlways<number>;
    channel: Generated<Channel>;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    created_at: TimestampByDefault;
    attempts: Generated<number>;
    next_attempt_at: TimestampByDefault;
    last_error: string | null;
    sent_at: TimestampOrNull;
    given_up_at: TimestampOrNull;
    /** Null when no process is sending it. */
    sending_until: TimestampOrNull;
    /** The change of an order that it tells of: an undo deletes it. */
    history_id: ColumnType<number | null, number | null | undefined, never>;
  };
}
