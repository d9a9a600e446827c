/** Backups at BACKUP_URL, and their names. */

export interface StoredBackup {
  name: string;
  /** Of its snapshot, in whole seconds. */
  takenAt: Date;
  bytes: number;
}

export interface BackupStore {
  /** In any order. Other files there are left out, and left alone. */
  list(): Promise<StoredBackup[]>;
  /** The whole file, or nothing. Returns its size in bytes. */
  write(name: string, file: AsyncIterable<Uint8Array>): Promise<number>;
  read(name: string): AsyncIterable<Uint8Array>;
  /** No error when there is no such file. */
  delete(name: string): Promise<void>;
}

export function backupName(takenAt: Date, encrypted: boolean): string {
  return `sodai-${takenAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup${encrypted ? '.age' : ''}`;
}

const NAME = /^sodai-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.backup(?:\.age)?$/;

/** Null for a file that is none of these. */
export function storedBackup(name: string, bytes: number): StoredBackup | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  const takenAt = new Date(`${day}${hour}:${minute}:${second}Z`);
  return Number.isNaN(takenAt.getTime()) ? null : { name, takenAt, bytes };
}
