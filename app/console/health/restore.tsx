import { type FormEvent, useState } from 'react';
import { type PlaceContents, restoreRefusal } from '../../../domain/shop/restore.ts';
import { Button } from '../components/button.tsx';
import { FileField } from '../components/file-field.tsx';
import { Panel } from '../components/panel.tsx';
import { Progress } from '../import/progress.tsx';
import { refreshesPaused } from '../state/background.ts';
import { sendFile } from '../state/send-file.ts';
import { Confirmation, type ConfirmationProps } from './confirmation.tsx';
import { BackupSelect, type StoredBackups } from './stored-backups.tsx';

interface RestoreProps {
  place: PlaceContents;
  backups: StoredBackups;
  confirmation: ConfirmationProps;
}

/** Puts a backup into a shop that has nothing yet. */
export function Restore({ place, backups, confirmation }: RestoreProps) {
  const [sending, setSending] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const refusal = restoreRefusal(place, true);

  const restore = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = form.get('file');
    const file = chosen instanceof File && chosen.name !== '' ? chosen : null;
    const name = file ? '' : String(form.get('name') ?? '');
    if (!file && name === '') return setError('Choose the file of a backup.');
    form.delete('file');
    const confirmed = new URLSearchParams([...form].map(([field, value]) => [field, String(value)]));
    setError(null);
    const show = (sent: number): void => setSending({ sent, total: file?.size ?? 0 });
    show(0);
    refreshesPaused.set(true);
    const address = `/operator/health/restore?${new URLSearchParams({ name })}`;
    const sent = await sendFile(file ?? new Blob(), address, show, { 'Sodai-Confirmation': confirmed.toString() });
    // The accounts are those of the backup now.
    if (sent.ok) return location.assign('/operator/login?restored=yes');
    refreshesPaused.set(false);
    setSending(null);
    setError(sent.error);
  };

  return (
    <Panel heading="Put a backup back">
      {refusal === null ? (
        <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void restore(event)}>
          <p className="text-muted">
            On a new machine, this makes this shop the one of the backup. What is here goes, all of it: {place.accounts}{' '}
            of your accounts, products, pages, and {place.changes} changes of them. Then log in with an account of the
            backup.
          </p>
          <FileField label="Backup file" name="file" error={error} />
          {backups.length > 0 ? <BackupSelect backups={backups} first="the file above" /> : null}
          <Confirmation {...confirmation} />
          {sending ? (
            <div role="status">
              {sending.sent < sending.total ? (
                <Progress label="Sending" done={sending.sent} total={sending.total} />
              ) : (
                'Restoring … This takes some seconds, or minutes for a large shop.'
              )}
            </div>
          ) : null}
          <Button look="danger" label="Restore" className="self-start" disabled={sending !== null} />
        </form>
      ) : (
        <p className="text-muted">
          Only a shop without orders and customers takes a backup. {`${refusal[0]?.toUpperCase()}${refusal.slice(1)}`}.
        </p>
      )}
    </Panel>
  );
}
