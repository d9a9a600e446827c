import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../components/button.tsx';
import { Columns } from '../components/columns.tsx';
import { Empty } from '../components/empty.tsx';
import { Row, type RowProps } from './row.tsx';
import type { Listed, Rows } from './use-rows.ts';

interface RowsFormProps<T extends Listed> extends Pick<RowProps<T>, 'one' | 'columns' | 'layout'> {
  list: Rows<T>;
  label: string;
  /** Said when there is none. */
  empty: string;
  isHidden?: (stored: T) => boolean;
  followNames?: boolean;
  /** What follows the fields of a row, by its place and the name that is typed. */
  children: (stored: T | null, at: number, typed: string) => ReactNode;
}

export function RowsForm<T extends Listed>({
  list,
  label,
  empty,
  isHidden,
  followNames = false,
  children,
  ...table
}: RowsFormProps<T>) {
  const { fetcher, rows, answer, faults, edited } = list;
  const { columns, layout, one } = table;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.faults) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  return (
    <fetcher.Form id="rows" ref={form} method="post" noValidate onInput={list.hold} className="flex flex-col gap-3">
      <input type="hidden" name="version" value={list.version} />
      {rows.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <div className="panel">
          <Columns
            names={columns.map((column) => (column.type === 'checkbox' ? '' : column.label))}
            className={`px-4 lg:grid lg:gap-x-3 ${layout}`}
          />
          <ul className="rows" aria-label={label}>
            {rows.map(({ key, stored }, at) => (
              <Row
                key={key}
                {...table}
                stored={stored}
                at={at}
                faults={faults.filter(({ row }) => row === at)}
                hidden={stored !== null && isHidden?.(stored) === true}
                followsName={followNames}
              >
                {(typed) => children(stored, at, typed)}
              </Row>
            ))}
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
