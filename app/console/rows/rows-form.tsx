import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../components/button.tsx';
import { Columns } from '../components/columns.tsx';
import { Empty } from '../components/empty.tsx';
import type { Column } from './row.tsx';
import type { RowFault, Rows } from './use-rows.ts';

interface RowsFormProps<T extends { id: string }> {
  rows: Rows<T>;
  label: string;
  /** What one is called. */
  one: string;
  columns: readonly Column[];
  /** The columns on a desk. */
  layout: string;
  /** Said when there is none. */
  empty: string;
  children: (row: Rows<T>['rows'][number], place: { at: number; faults: readonly RowFault[] }) => ReactNode;
}

export function RowsForm<T extends { id: string }>({
  rows: list,
  label,
  one,
  columns,
  layout,
  empty,
  children,
}: RowsFormProps<T>) {
  const { fetcher, rows, answer, faults, edited } = list;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.faults) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  const faultsOf = Map.groupBy(faults, ({ row }) => row);
  return (
    <fetcher.Form id="rows" ref={form} method="post" noValidate onInput={list.hold} className="flex flex-col gap-3">
      <input type="hidden" name="version" value={list.version} />
      {rows.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <div className="panel">
          <Columns
            names={columns.filter(({ type }) => type !== 'checkbox').map((column) => column.label)}
            className={`px-4 lg:grid ${layout}`}
          />
          <ul className="rows" aria-label={label}>
            {rows.map((row, at) => children(row, { at, faults: faultsOf.get(at) ?? [] }))}
          </ul>
        </div>
      )}
      <div className="panel sticky bottom-16 z-10 flex flex-wrap gap-2 p-2 lg:bottom-2">
        {answer?.error ? (
          <p role="alert" className="max-h-40 w-full overflow-y-auto px-1 font-medium break-words text-danger">
            {answer.error}
          </p>
        ) : null}
        <Button label="Save" look={edited ? 'primary' : 'quiet'} disabled={list.busy} className="min-w-32" />
        <Button look="quiet" label={`Add ${one}`} onClick={list.add} />
      </div>
    </fetcher.Form>
  );
}
