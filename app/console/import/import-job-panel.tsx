import type { ReactNode } from 'react';
import type { ImportJob } from '../../../server/catalogue/import-job.ts';
import { formatTime } from '../../../messages/dates.ts';
import { COLUMN_LABELS } from '../state/product-values.ts';
import { grouped } from '../components/grouped.ts';
import { Progress } from './progress.tsx';

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

export function ImportJobPanel({ job }: { job: ImportJob }) {
  const { state, fileName, by, startedAt, endedAt } = job;
  const phase = PHASES[job.phase ?? 'importing'];
  const isWorking = state === 'checking' || state === 'importing';
  return (
    <section aria-label="Latest import" className="panel flex flex-col gap-4 p-4 sm:p-5">
      <div>
        <h2 className="text-lg font-bold break-words">
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
      <p role="status" className="font-medium">
        {resultOf(job)}
      </p>
      {state === 'refused' ? <Faults job={job} /> : null}
      {state === 'checked' ? <Changes job={job} /> : null}
    </section>
  );
}

function resultOf({ state, summary, error, fileName }: ImportJob): string {
  switch (state) {
    case 'checking':
    case 'importing':
      return 'You can leave this screen and come back: it goes on.';
    case 'refused':
      return `${error ?? ''} Nothing was changed. Mend the file and check it again.`;
    case 'failed':
      return error ?? 'Nothing was changed.';
    case 'checked':
      if (summary && summary.added + summary.changed + summary.removed === 0)
        return `Nothing would change: the shop has all of ${fileName} already.`;
      return summary
        ? `${grouped(summary.added)} would be added, ${grouped(summary.changed)} changed, ${grouped(summary.removed)} removed, ${grouped(summary.unchanged)} stay as they are.`
        : '';
    case 'done':
      return summary
        ? `${grouped(summary.added)} added, ${grouped(summary.changed)} changed, ${grouped(summary.removed)} removed, ${grouped(summary.unchanged)} unchanged.`
        : '';
  }
}

function Faults({ job: { id, faults, faultCount, unit } }: { job: ImportJob }): ReactNode {
  if (faultCount === 0) return null;
  const place = unit === 'item' ? 'Item' : 'Line';
  return (
    <>
      <ul aria-label="Bad rows" className="rows">
        {faults.map(({ line, product, reasons }) => (
          <li key={line} className="py-2 text-sm break-words [overflow-wrap:anywhere]">
            <b className="figures">
              {place} {line}
            </b>
            : {reasons.join('; ')}
            {product ? <span className="text-muted"> · {product}</span> : null}
          </li>
        ))}
      </ul>
      {faultCount > faults.length ? (
        <p className="text-sm text-muted">… and {grouped(faultCount - faults.length)} more.</p>
      ) : null}
      <a href={`/operator/import/${id}/faults`} download className="btn btn-quiet self-start">
        All bad rows as CSV
      </a>
    </>
  );
}

function Changes({ job: { summary, changes } }: { job: ImportJob }): ReactNode {
  if (!summary || !changes) return null;
  return (
    <>
      <ChangeList heading="Would be added" count={summary.added} products={changes.added} />
      <ChangeList
        heading="Would be changed"
        count={summary.changed}
        products={changes.changed.map(({ id, name, fields }) => ({
          id,
          name,
          details: fields.map(({ column, from, to }) => ({ label: COLUMN_LABELS[column], from, to })),
        }))}
      />
      <ChangeList heading="Would be removed" count={summary.removed} products={changes.removed} />
    </>
  );
}

const OPEN_UP_TO = 20;

interface ChangeListProps {
  heading: string;
  /** How many products there are; the first of them are listed. */
  count: number;
  products: readonly { id: string; name: string; details?: readonly { label: string; from: string; to: string }[] }[];
}

function ChangeList({ heading, count, products }: ChangeListProps) {
  if (count === 0) return null;
  return (
    <details open={count <= OPEN_UP_TO}>
      <summary className="tap font-semibold">
        {heading}: {grouped(count)}
      </summary>
      <ul className="rows text-sm">
        {products.map(({ id, name, details = [] }) => (
          <li key={id} className="py-2 break-words [overflow-wrap:anywhere]">
            <span className="font-medium">{name}</span> <span className="text-muted">{id}</span>
            {details.map(({ label, from, to }) => (
              <p key={label}>
                {label}: <del className="text-muted">{from || '(empty)'}</del> → <ins>{to || '(empty)'}</ins>
              </p>
            ))}
          </li>
        ))}
      </ul>
      {count > products.length ? (
        <p className="text-sm text-muted">… and {grouped(count - products.length)} more.</p>
      ) : null}
    </details>
  );
}
