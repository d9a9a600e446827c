/** Who is asking: sessions, keys, invitations. See db/tables.ts. */
import type { SessionKind } from './cookies.ts';
import type { TokenPurpose } from './tokens.ts';
import type { Timestamp, TimestampOrNull } from '../db/column-types.ts';

export interface SessionsTable {
  id: string;
  token_hash: string;
  kind: SessionKind;
  user_id: string;
  user_agent: string | null;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

export interface OneTimeTokensTable {
  token_hash: string;
  purpose: TokenPurpose;
  user_id: string | null;
  expires_at: Timestamp;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  name: string;
  public_key: Buffer;
  counter: number;
  created_at: Timestamp;
  last_used_at: TimestampOrNull;
}

export interface InvitationsTable {
  email: string;
  token_hash: string;
  invited_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface IdentityTables {
  sessions: SessionsTable;
  one_time_tokens: OneTimeTokensTable;
  passkeys: PasskeysTable;
  invitations: InvitationsTable;
}
