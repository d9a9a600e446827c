import { formatNumber } from '../../../messages/format.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useFetcher, useLoaderData, useRevalidator } from 'react-router';
import { useRestoreFocus } from '../../components/use-restore-focus.ts';
import { toastError } from '../../state/toasts.ts';
import { act, actionOf, servicesFor } from '../context.ts';
import { loadInBackground, sendFile } from '../kit/requests.ts';
import { say } from '../kit/say.tsx';
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
import { t, told } from '../../../messages/console/t.ts';

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
    if (!(file instanceof File) || file.name === '') return setError(t('Choose a catalogue file.'));
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
    <Screen title={t('Import')}>
      <form
        className="panel flex flex-col gap-4 p-4 sm:p-4"
        onChange={({ target }) => target instanceof HTMLSelectElement || setChecked(null)}
        onSubmit={(event) => void send(event)}
        noValidate
      >
        <FileField
          label={t('Catalogue file')}
          name="file"
          accept=".csv,.json,.zip,text/csv,application/json,application/zip"
          error={error}
        />
        <p className="-mt-2 text-sm text-muted">
          {say(
            'CSV, JSON, or a ZIP with the file and its pictures. Nothing changes before you press Import. New products need all columns of the {template}; to change some, a file with the id and what changes is enough. An empty picture keeps what is there, the word none removes it. To get rid of the demo products, choose a file of your own and tick the box below.',
            { template: <ButtonLink to="/products/export?template" download label={t('Template')} look="link" /> },
          )}
        </p>
        {header ? <MatchColumns header={header} /> : null}
        <CheckBox
          label={t('Also remove what the file lacks')}
          name="replace"
          value="yes"
          className="gap-2 font-semibold"
        />
        {upload ? <Progress label={t('Sending')} done={upload.sent} total={upload.total} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button ref={button} look={ready ? 'quiet' : 'primary'} label={t('Check')} disabled={waiting} />
          {ready && removed > 0 ? (
            <ConfirmButton
              label={t('Import')}
              look="primary"
              aria-describedby="to-import"
              title={t('Import, and remove {n} product?|Import, and remove {n} products?', { n: removed })}
              text={t('They leave the shop at once. Orders keep what they have of them.')}
              onConfirm={start}
            />
          ) : (
            <Button label={t('Import')} disabled={!ready} aria-describedby="to-import" onClick={start} />
          )}
          <p id="to-import" className="w-full text-sm break-words text-muted">
            {ready
              ? t('Import brings {fileName}, as {by} has checked it.', { fileName: job.fileName, by: job.by })
              : t('Import brings what was checked.')}
          </p>
        </div>
        <noscript>
          <p className="text-danger">{t('An import needs JavaScript.')}</p>
        </noscript>
      </form>
      {job ? <ImportJobPanel job={job} /> : null}
    </Screen>
  );
}

const HEADINGS: Readonly<Record<ImportJob['state'], string>> = {
  checking: t('Checking'),
  refused: t('Refused'),
  checked: t('Checked'),
  importing: t('Importing'),
  done: t('Imported'),
  failed: t('Not imported'),
};

const PHASES: Readonly<Record<Exclude<ImportJob['phase'], null>, { label: string; unit?: string }>> = {
  reading: { label: t('Reading the file') },
  pictures: { label: t('Storing the pictures'), unit: t('pictures') },
  comparing: { label: t('Comparing'), unit: t('rows') },
  importing: { label: t('Importing'), unit: t('rows') },
};

function ImportJobPanel({ job }: { job: ImportJob }) {
  const { state, fileName, by, startedAt, endedAt } = job;
  const phase = PHASES[job.phase ?? 'importing'];
  const isWorking = state === 'checking' || state === 'importing';
  return (
    <section aria-label={t('Latest import')} className="panel flex flex-col gap-4 p-4 sm:p-4">
      <div>
        <h2 className="text-lg break-words">
          {HEADINGS[state]}: {fileName}
        </h2>
        <p className="text-sm break-words text-muted">
          {by}, {formatTime(endedAt ?? startedAt)}
          {job.replace ? `. ${t('Also removes what the file lacks.')}` : ''}
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
    <section aria-label={t('Look at this first')} className="flex flex-col gap-3 rounded-xl bg-clay-soft p-3 text-sm">
      {dangers.map(({ heading, advice, lines }) => (
        <div key={heading}>
          <h3>{told(heading)}</h3>
          <p>{told(advice)}</p>
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
      return t('You can leave this screen and come back: it goes on.');
    case 'refused':
      if (faults[0]?.header)
        return t('Its columns have other names than those of the shop. Say above which is which, then check again.');
      return `${told(error ?? '')} ${t('Nothing was changed. Mend the file and check it again.')}`;
    case 'failed':
      return error === null ? t('Nothing was changed.') : told(error);
    case 'checked':
    case 'done': {
      if (!summary) return '';
      const { added, changed, removed, unchanged } = summary;
      const isDone = state === 'done';
      if (!isDone && added + changed + removed === 0)
        return t('Nothing would change: the shop has all of {fileName} already.', { fileName });
      const sums = { added, changed, removed, unchanged };
      const counts = Object.fromEntries(Object.entries(sums).map(([kind, n]) => [kind, grouped(n)])) as Record<
        keyof typeof sums,
        string
      >;
      return isDone
        ? t('{added} added, {changed} changed, {removed} removed, {unchanged} unchanged.', counts)
        : t('{added} would be added, {changed} changed, {removed} removed, {unchanged} stay as they are.', counts);
    }
  }
}

function Faults({ job: { id, faults, faultCount, unit } }: { job: ImportJob }) {
  if (faultCount === 0) return null;
  const place = unit === 'item' ? t('Item') : t('Line');
  return (
    <>
      <ul aria-label={t('Bad rows')} className="rows">
        {faults.map(({ line, product, reasons }) => (
          <li key={`${line} ${reasons.join()}`} className="py-2 text-sm break-words [overflow-wrap:anywhere]">
            <b className="figures">{`${place} ${formatNumber(line)}`}</b>: {reasons.map(told).join('; ')}
            {product ? <span className="text-muted"> · {product}</span> : null}
          </li>
        ))}
      </ul>
      <More count={faultCount - faults.length} />
      <ButtonLink to={`/import/${id}/faults`} download label={t('All bad rows as CSV')} className="self-start" />
    </>
  );
}

/** How many are not listed. */
function More({ count }: { count: number }) {
  return count > 0 ? <p className="text-sm text-muted">{t('… and {n} more.', { n: grouped(count) })}</p> : null;
}

/** A longer list is folded. */
const OPEN_UP_TO = 20;

function Changes({ job: { summary, changes } }: { job: ImportJob }) {
  if (!summary || !changes) return null;
  return (['added', 'changed', 'removed'] as const)
    .filter((kind) => summary[kind] > 0)
    .map((kind) => (
      <details key={kind} open={summary[kind] <= OPEN_UP_TO}>
        <summary className="tap font-semibold">{`${told(`Would be ${kind}`)}: ${grouped(summary[kind])}`}</summary>
        <ul className="rows text-sm">
          {changes[kind].map((product) => (
            <li key={product.id} className="py-2 break-words [overflow-wrap:anywhere]">
              <span className="font-semibold">{product.name}</span> <span className="text-muted">{product.id}</span>
              {'fields' in product
                ? product.fields.map(({ column, from, to }) => (
                    <p key={column}>
                      {COLUMN_LABELS[column]}: <del className="text-muted">{from || t('(empty)')}</del> →{' '}
                      <ins>{to || t('(empty)')}</ins>
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
