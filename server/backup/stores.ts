import type { BackupSettings } from '../settings.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3BackupStore } from './s3-store.ts';
import type { BackupStore } from './stored-backup.ts';

export function openBackupStore({ place }: BackupSettings): BackupStore {
  return place.kind === 'files' ? createFolderStore(place.directory) : createS3BackupStore(place);
}
