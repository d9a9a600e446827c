import { backupFile } from '../../backup-answers.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/backup';

/** A backup of everything the shop keeps, secrets too: one file, made while it is sent. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { backups }, request }) =>
    backupFile(request.method === 'HEAD' ? null : await backups.take(request), 'sodai-backup.tar.gz'),
});

export { loader as action };
