import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useRestoreFocus } from '../../components/use-restore-focus.ts';
import { toastError } from '../../state/toasts.ts';
import { sendFile } from '../state/send-file.ts';
import { Button } from '../components/button.tsx';
import { FileField } from '../components/file-field.tsx';
import { Progress } from './progress.tsx';

interface ImportFileFormProps {
  busy: boolean;
  /** Whether a checked file waits to be imported: that is the next step then. */
  ready: boolean;
  /** The id of the check of what is chosen now; null as soon as something else is chosen. */
  onChecked: (id: string | null) => void;
  children: ReactNode;
}

/** Chooses a catalogue file and sends it to be checked. A file that could not be sent stays chosen. */
export function ImportFileForm({ busy, ready, onChecked, children }: ImportFileFormProps) {
  const { revalidate } = useRevalidator();
  const [upload, setUpload] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const waiting = busy || upload !== null;
  useRestoreFocus(waiting, button);

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get('file');
    if (!(file instanceof File) || file.name === '') return setError('Choose a catalogue file.');
    const show = (bytes: number): void => setUpload({ sent: bytes, total: file.size });
    setError(null);
    show(0);
    const query = new URLSearchParams({ name: file.name, replace: String(form.has('replace')) });
    const sent = await sendFile(file, `/operator/import/file?${query}`, show);
    if (!sent.ok) setError(sent.error);
    else if (typeof sent.answer.replaced === 'string') toastError(sent.answer.replaced);
    await revalidate();
    if (sent.ok) onChecked(String(sent.answer.id));
    setUpload(null);
  };

  return (
    <form
      className="panel flex flex-col gap-4 p-4 sm:p-5"
      onChange={() => onChecked(null)}
      onSubmit={(event) => void send(event)}
      noValidate
    >
      <FileField
        label="Catalogue file"
        name="file"
        accept=".csv,.json,.zip,text/csv,application/json,application/zip"
        error={error}
      />
      <p className="-mt-2 text-sm text-muted">
        CSV, JSON, or a ZIP with the file and its pictures. An export has the right columns. Nothing changes before you
        press Import. To get rid of the demo products, choose a file of your own and tick the box below.
      </p>
      <label className="tap gap-2.5 font-medium">
        <input type="checkbox" name="replace" value="yes" className="size-5 shrink-0 accent-leaf" />
        Also remove what the file lacks
      </label>
      {upload ? <Progress label="Sending" done={upload.sent} total={upload.total} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button ref={button} look={ready ? 'quiet' : 'primary'} label="Check" disabled={waiting} />
        {children}
      </div>
      <noscript>
        <p className="text-danger">An import needs JavaScript.</p>
      </noscript>
    </form>
  );
}
