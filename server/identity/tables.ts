/** Who is asking: sessions, keys, invitations. See db/tables.ts. */
import type { StaffRole } from '../../domain/accounts/roles.ts';
import type { SessionKind } from './cookies.ts';
import type { TokenPurpose } from './tokens.ts';
import type { Timestamp, TimestampOrNull } from '../db/column-types.ts';
import type { ColumnType, Generated } from 'kysely';

export interface IdentityTables {
  sessions: {
    id: string;
    token_hash: string;
    kind: SessionKind;
    user_id: string;
    user_agent: string | null;
    created_at: Timestamp;
    last_used_at: Timestamp;
    expires_at: Timestamp;
  };
  one_time_tokens: { token_hash: string; purpose: TokenPurpose; user_id: string | null; expires_at: Timestamp };
  passkeys: {
    id: string;
    user_id: string;
    name: string;
    public_key: Buffer;
    counter: number;
    created_at: Timestamp;
    last_used_at: TimestampOrNull;
  };
  invitations: {
    email: string;
    token_hash: string;
    invited_by: string;
    staff_role: Generated<StaffRole>;
    rider_id: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
}
