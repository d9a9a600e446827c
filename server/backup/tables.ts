/** The backups at BACKUP_URL. See db/tables.ts. */
import type { Timestamp, TimestampByDefault, TimestampOrNull } from '../db/column-types.ts';

export interface BackupTables {
  backups: {
    name: string;
    taken_at: Timestamp;
    bytes: number | null;
    proven_at: TimestampOrNull;
    tried_at: TimestampByDefault;
    fault: string | null;
  };
}
