import { formatTime } from '../../../messages/dates.ts';
import type { Nightly } from '../../../server/backup/nightly.ts';
import { SelectField } from '../../components/field.tsx';
import { Time } from '../components/age.tsx';

export type StoredBackups = Awaited<ReturnType<Nightly['list']>>;

export function BackupList({ backups }: { backups: StoredBackups }) {
  return (
    <ul className="rows">
      {backups.map(({ name, takenAt, bytes, provenAt, fault }) => (
        <li key={name} className="flex min-h-12 flex-wrap items-center gap-x-3 py-1">
          <span className="mr-auto font-medium">
            <Time at={takenAt} />
          </span>
          <span className="text-sm text-muted figures">{megabytes(bytes)}</span>
          <span className={`text-sm ${fault === null ? 'text-muted' : 'w-full text-danger [overflow-wrap:anywhere]'}`}>
            {fault ?? (provenAt ? 'proven' : 'not tried')}
            {name.endsWith('.age') ? ', encrypted' : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** `first`: what an empty choice is. */
export function BackupSelect({ backups, first }: { backups: StoredBackups; first: string }) {
  return (
    <SelectField label="Backup" name="name">
      <option value="">{first}</option>
      {backups.map(({ name, takenAt, bytes }) => (
        <option key={name} value={name}>
          {formatTime(takenAt)}, {megabytes(bytes)}
        </option>
      ))}
    </SelectField>
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
