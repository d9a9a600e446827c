import type { Generated, GeneratedAlways } from 'kysely';
import type { Language } from '../../base/language.ts';
import type { TimestampByDefault } from '../db/column-types.ts';

export interface PushTables {
  push_keys: { one: GeneratedAlways<boolean>; public_key: string; private_key: string };
  push_subscriptions: {
    id: Generated<string>;
    /** Where the browser's push service takes messages: whoever knows it and the keys can send one. */
    endpoint: string;
    p256dh: string;
    auth: string;
    language: Language;
    /** Whose browser it is; null: somebody's without an account. */
    user_id: string | null;
    /** The session in which it was seen last: who ends that ends this (functions/push_order.sql). */
    session_id: string | null;
    /** Null: an operator's, of new orders. */
    order_number: number | null;
    seen_at: TimestampByDefault;
  };
}
