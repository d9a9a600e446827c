import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { MAX_NOTE_LENGTH } from '../../../domain/orders/note.ts';
import type { Note } from '../../../server/orders/notes.ts';
import { EmailText } from '../../components/email-text.tsx';
import { actorName } from '../log/change-sentence.ts';
import type { Answer } from '../state/answer.ts';
import { Time } from './age.tsx';
import { Button } from './button.tsx';
import { Panel } from './panel.tsx';

/** What operators have written down; `of` whom is the beginning of the address that takes another one. */
export function Notes({ notes, of, id }: { notes: readonly Note[]; of: 'order' | 'account'; id: string }) {
  const fetcher = useFetcher<Answer>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fetcher.data?.done) form.current?.reset();
  }, [fetcher.data]);
  return (
    <Panel heading="Notes">
      <fetcher.Form ref={form} method="post" action={`/notes/${of}/${id}`} className="flex flex-col gap-2">
        <textarea
          name="text"
          rows={2}
          required
          maxLength={MAX_NOTE_LENGTH}
          aria-label="Note"
          placeholder="Only the shop sees it."
          className="input h-auto min-h-18 py-2 font-sans"
        />
        <Button label="Add note" look="quiet" disabled={fetcher.state !== 'idle'} className="self-start" />
      </fetcher.Form>
      {notes.length > 0 ? (
        <ul aria-label="Notes" className="flex flex-col gap-3">
          {notes.map(({ id: note, text, at, author }) => (
            <li key={note}>
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              <p className="text-sm text-muted">
                <EmailText email={actorName(author)} />, <Time at={at} />
              </p>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
