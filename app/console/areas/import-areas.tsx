import { formatNumber } from '../../../messages/format.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ValueOf } from '../../../server/operation.ts';
import type { Operations } from '../../../server/operations.ts';
import type { Answer } from '../kit/answer.ts';
import { CheckBox, FileField } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import type { Column } from '../kit/rows-form.tsx';
import { t } from '../../../messages/console/t.ts';

type Changes = ValueOf<Operations['areas.import']>;

export interface ImportAnswer extends Answer {
  /** What a checked file would do. */
  would?: Changes;
}

/** A chosen file is checked at once. `Import` without one asks for it. */
export function ImportAreas({ columns, edited }: { columns: readonly Column[]; edited: boolean }) {
  const fetcher = useFetcher<ImportAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const busy = fetcher.state !== 'idle';
  const { done, error, would } = busy ? {} : (fetcher.data ?? {});
  useEffect(() => {
    if (done) form.current?.reset();
  }, [done]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const input = event.currentTarget.elements.namedItem('file');
    if (!(input instanceof HTMLInputElement) || input.files?.length) return;
    event.preventDefault();
    input.click();
  };
  const check = (): void => {
    if (!form.current) return;
    const sent = new FormData(form.current);
    sent.set('intent', 'check');
    sent.delete('seen');
    void fetcher.submit(sent, { method: 'post', encType: 'multipart/form-data' });
  };
  return (
    <fetcher.Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      onSubmit={submit}
      className="panel flex flex-wrap items-end gap-2 p-3"
    >
      <input type="hidden" name="seen" value={would?.version ?? ''} />
      <div className="min-w-0 flex-1 basis-56">
        <FileField label={t('File of areas (CSV)')} name="file" accept=".csv,text/csv" error={error} onChange={check} />
      </div>
      {would ? <Would columns={columns} {...would} /> : null}
      <Button look={would ? 'primary' : 'quiet'} label={t('Import')} intent="import" disabled={busy || edited} />
      {edited ? <p className="w-full text-sm text-muted">{t('Save what you have changed first.')}</p> : null}
    </fetcher.Form>
  );
}

/** A longer list is folded. */
const OPEN_UP_TO = 20;

function Would({ columns, added, changed, lacking }: Changes & { columns: readonly Column[] }) {
  const labels = new Map([['aliases', t('Other words')], ...columns.map(({ name, label }) => [name, label] as const)]);
  /** 'Mirpur: Fee 40 → 50' */
  const changeText = ({ name, before, after }: Changes['changed'][number]): string => {
    const was = new Map<string, unknown>(Object.entries(before));
    const values = Object.entries(after).map(
      ([key, is]) => `${labels.get(key)} ${textOf(was.get(key))} → ${textOf(is)}`,
    );
    return `${name}: ${values.join(', ')}`;
  };
  const [renamed, others] = [true, false].map((isRenamed) =>
    changed.filter(({ after }) => 'name' in after === isRenamed).map(changeText),
  );
  const parts = [
    [t('Would be added'), added],
    [t('Would get another name'), renamed],
    [t('Would be changed'), others],
    [t('Not in the file'), lacking],
  ] as const;
  return (
    <div role="status" className="w-full text-sm [overflow-wrap:anywhere]">
      {added.length + changed.length === 0 ? <p className="font-semibold">{t('Nothing would change.')}</p> : null}
      {parts.map(([heading, areas = []]) =>
        areas.length > 0 ? (
          <details key={heading} open={areas.length <= OPEN_UP_TO}>
            <summary className="tap font-semibold">{`${heading}: ${formatNumber(areas.length)}`}</summary>
            <ul className="pb-2">
              {areas.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </details>
        ) : null,
      )}
      {lacking.length > 0 ? (
        <CheckBox name="replace" label={t('Also remove what the file lacks')} className="gap-2 font-semibold" />
      ) : null}
    </div>
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  return String(value ?? '') || t('nothing');
}
