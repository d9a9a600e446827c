import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useFetcher, useLoaderData, useRevalidator } from 'react-router';
import { useRestoreFocus } from '../../components/use-restore-focus.ts';
import { toastError } from '../../state/toasts.ts';
import { act, actionOf, servicesFor } from '../context.ts';
import { loadInBackground, sendFile } from '../kit/requests.ts';
import { Button, ButtonLink, ConfirmButton } from '../kit/form.tsx';
import { CheckBox, FileField } from '../kit/fields.tsx';
import { Progress, Screen } from '../kit/screen.tsx';
import type { ImportJob } from '../../../server/catalogue/import-job-store.ts';
import { formatTime } from '../../../messages/dates.ts';
import { shownDangers } from '../../../domain/catalogue/import-dangers.ts';
import { readMatch } from '../../../domain/catalogue/match-columns.ts';
import { COLUMN_LABELS } from '../products/product-field.tsx';
import { grouped } from '../kit/values.tsx';
import { importColumns, MatchColumns } from './match-columns.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return { job: await (await servicesFor(args, 'products')).importJobs.latest() };
}

export const action = actionOf(act('import.start'));

export { keepRow as clientAction } from '../kit/answer.ts';

/** Between two questions for the progress. */
const PAUSE_MS = 500;

export default function Import() {
  const { job } = useLoaderData<typeof loader>();
  const fetcher = useFetcher();
  const isWorking = job?.state === 'checking' || job?.state === 'importing';
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWorking || state !== 'idle') return;
    const timer = setTimeout(() => void loadInBackground(revalidate), PAUSE_MS);
    return () => clearTimeout(timer);
    // Each answer is another `job`, and leads to the next question.
  }, [job, isWorking, state, revalidate]);
  const start = (): void => {
    if (job) void fetcher.submit({ id: job.id }, { method: 'post' });
  };
  const [upload, setUpload] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const waiting = isWorking || upload !== null;
  useRestoreFocus(waiting, button);
  // The file that this screen has checked; null while another one is chosen, undefined before any was.
  const [checked, setChecked] = useState<string | null>();
  const removed = job?.summary?.removed ?? 0;
  const isWanted = checked === undefined || checked === job?.id;
  // A checked file waits to be imported: that is the next step then.
  const ready = job?.state === 'checked' && isWanted && fetcher.state === 'idle';
  // Of a sheet whose columns the shop does not know.
  const header = isWanted ? job?.faults[0]?.header : undefined;

  /** A file that could not be sent stays chosen. */
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get('file');
    if (!(file instanceof File) || file.name === '') return setError('Choose a catalogue file.');
    const show = (bytes: number): void => setUpload({ sent: bytes, total: file.size });
    setError(undefined);
    show(0);
    const query = new URLSearchParams({ name: file.name, replace: String(form.has('replace')) });
    const match = header ? readMatch(Object.fromEntries(form)) : null;
    if (match) {
      importColumns.set(match);
      query.set('match', JSON.stringify(match));
    }
    const sent = await sendFile(file, `/operator/import/file?${query}`, show);
    if (!sent.ok) setError(sent.error);
    else if (typeof sent.answer.replaced === 'string') toastError(sent.answer.replaced);
    await revalidate();
    if (sent.ok) setChecked(String(sent.answer.id));
    setUpload(null);
  };

  return (
    <Screen title="Import">
      <form
        className="panel flex flex-col gap-4 p-4 sm:p-4"
        onChange={({ target }) => target instanceof HTMLSelectElement || setChecked(null)}
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
          CSV, JSON, or a ZIP with the file and its pictures. Nothing changes before you press Import. New products need
          all columns of the <ButtonLink to="/products/export?template" download label="Template" look="link" />; to
          change some, a file with the id and what changes is enough. An empty picture keeps what is there, the word
          none removes it. To get rid of the demo products, choose a file of your own and tick the box below.
        </p>
        {header ? <MatchColumns header={header} /> : null}
        <CheckBox label="Also remove what the file lacks" name="replace" value="yes" className="gap-2 font-semibold" />
        {upload ? <Progress label="Sending" done={upload.sent} total={upload.total} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button ref={button} look={ready ? 'quiet' : 'primary'} label="Check" disabled={waiting} />
          {ready && removed > 0 ? (
            <ConfirmButton
              label="Import"
              look="primary"
              aria-describedby="to-import"
              title={removed === 1 ? 'Import, and remove 1 product?' : `Import, and remove ${removed} products?`}
              text="They leave the shop at once. Orders keep what they have of them."
              onConfirm={start}
            />
          ) : (
            <Button label="Import" disabled={!ready} aria-describedby="to-import" onClick={start} />
          )}
          <p id="to-import" className="w-full text-sm break-words text-muted">
            {ready ? `Import brings ${job.fileName}, as ${job.by} has checked it.` : 'Import brings what was checked.'}
          </p>
        </div>
        <noscript>
          <p className="text-danger">An import needs JavaScript.</p>
        </noscript>
      </form>
      {job ? <ImportJobPanel job={job} /> : null}
    </Screen>
  );
}

const HEADINGS: Readonly<Record<ImportJob['state'], string>> = {
  checking: 'Checking',
  refused: 'Refused',
  checked: 'Checked',
  importing: 'Importing',
  done: 'Imported',
  failed: 'Not imported',
};

const PHASES: Readonly<Record<Exclude<ImportJob['phase'], null>, { label: string; unit?: string }>> = {
  reading: { label: 'Reading the file' },
  pictures: { label: 'Storing the pictures', unit: 'pictures' },
  comparing: { label: 'Comparing', unit: 'rows' },
  importing: { label: 'Importing', unit: 'rows' },
};

function ImportJobPanel({ job }: { job: ImportJob }) {
  const { state, fileName, by, startedAt, endedAt } = job;
  const phase = PHASES[job.phase ?? 'importing'];
  const isWorking = state === 'checking' || state === 'importing';
  return (
    <section aria-label="Latest import" className="panel flex flex-col gap-4 p-4 sm:p-4">
      <div>
        <h2 className="text-lg break-words">
          {HEADINGS[state]}: {fileName}
        </h2>
        <p className="text-sm break-words text-muted">
          {by}, {formatTime(endedAt ?? startedAt)}
          {job.replace ? '. Also removes what the file lacks.' : ''}
        </p>
      </div>
      {isWorking || state === 'done' ? (
        <Progress
          {...phase}
          {...(state === 'done' && { label: HEADINGS.done })}
          done={state === 'done' ? job.total : job.done}
          total={job.total}
        />
      ) : null}
      <p role="status" className="font-semibold">
        {resultOf(job)}
      </p>
      {state === 'refused' && !job.faults[0]?.header ? <Faults job={job} /> : null}
      {state === 'checked' ? <Dangers changes={job.changes} /> : null}
      {state === 'checked' ? <Changes job={job} /> : null}
    </section>
  );
}

function Dangers({ changes }: Pick<ImportJob, 'changes'>) {
  const dangers = shownDangers(changes?.dangers ?? {});
  if (dangers.length === 0) return null;
  return (
    <section aria-label="Look at this first" className="flex flex-col gap-3 rounded-xl bg-clay-soft p-3 text-sm">
      {dangers.map(({ heading, advice, lines }) => (
        <div key={heading}>
          <h3>{heading}</h3>
          <p>{advice}</p>
          <ul className="list-disc pl-4 break-words [overflow-wrap:anywhere]">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function resultOf({ state, summary, error, fileName, faults }: ImportJob): string {
  switch (state) {
    case 'checking':
    case 'importing':
      return 'You can leave this screen and come back: it goes on.';
    case 'refused':
      if (faults[0]?.header)
        return 'Its columns have other names than those of the shop. Say above which is which, then check again.';
      return `${error ?? ''} Nothing was changed. Mend the file and check it again.`;
    case 'failed':
      return error ?? 'Nothing was changed.';
    case 'checked':
    case 'done': {
      if (!summary) return '';
      const { added, changed, removed, unchanged } = summary;
      const isDone = state === 'done';
      if (!isDone && added + changed + removed === 0)
        return `Nothing would change: the shop has all of ${fileName} already.`;
      const first = `${grouped(added)} ${isDone ? 'added' : 'would be added'}`;
      const last = `${grouped(unchanged)} ${isDone ? 'unchanged' : 'stay as they are'}`;
      return `${first}, ${grouped(changed)} changed, ${grouped(removed)} removed, ${last}.`;
    }
  }
}

function Faults({ job: { id, faults, faultCount, unit } }: { job: ImportJob }) {
  if (faultCount === 0) return null;
  const place = unit === 'item' ? 'Item' : 'Line';
  return (
    <>
      <ul aria-label="Bad rows" className="rows">
        {faults.map(({ line, product, reasons }) => (
          <li key={`${line} ${reasons.join()}`} className="py-2 text-sm break-words [overflow-wrap:anywhere]">
            <b className="figures">
              {place} {line}
            </b>
            : {reasons.join('; ')}
            {product ? <span className="text-muted"> · {product}</span> : null}
          </li>
        ))}
      </ul>
      <More count={faultCount - faults.length} />
      <ButtonLink to={`/import/${id}/faults`} download label="All bad rows as CSV" className="self-start" />
    </>
  );
}

/** How many are not listed. */
function More({ count }: { count: number }) {
  return count > 0 ? <p className="text-sm text-muted">… and {grouped(count)} more.</p> : null;
}

/** A longer list is folded. */
const OPEN_UP_TO = 20;

function Changes({ job: { summary, changes } }: { job: ImportJob }) {
  if (!summary || !changes) return null;
  return (['added', 'changed', 'removed'] as const)
    .filter((kind) => summary[kind] > 0)
    .map((kind) => (
      <details key={kind} open={summary[kind] <= OPEN_UP_TO}>
        <summary className="tap font-semibold">
          Would be {kind}: {grouped(summary[kind])}
        </summary>
        <ul className="rows text-sm">
          {changes[kind].map((product) => (
            <li key={product.id} className="py-2 break-words [overflow-wrap:anywhere]">
              <span className="font-semibold">{product.name}</span> <span className="text-muted">{product.id}</span>
              {'fields' in product
                ? product.fields.map(({ column, from, to }) => (
                    <p key={column}>
                      {COLUMN_LABELS[column]}: <del className="text-muted">{from || '(empty)'}</del> →{' '}
                      <ins>{to || '(empty)'}</ins>
                    </p>
                  ))
                : null}
            </li>
          ))}
        </ul>
        <More count={summary[kind] - changes[kind].length} />
      </details>
    ));
}
