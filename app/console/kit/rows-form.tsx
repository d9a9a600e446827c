import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { useActionData, useFetcher } from 'react-router';
import { asRecord } from '../../../base/record.ts';
import { ErrorText, FieldErrors, Frame } from '../../components/field.tsx';
import type { Answer, Fault } from './answer.ts';
import { Button } from './form.tsx';
import { CheckBox, type Choice, IN_COLUMN, NumberInput, Options } from './fields.tsx';
import { Columns, Empty } from './list.tsx';
import { SaveBar } from './save-bar.tsx';
import { unsaved } from './unsaved.ts';
import { t } from '../../../messages/console/t.ts';

export interface Listed {
  id: string;
  name: string;
}

interface ListRow<T> {
  key: string;
  /** Null for a new one. */
  stored: T | null;
}

export type Rows<T extends Listed> = ReturnType<typeof useRows<T>>;

/** A list that is edited as a whole: it does not follow others until it is saved. The fields have what is typed. */
export function useRows<T extends Listed>(list: readonly T[], version: string) {
  const fetcher = useFetcher<Answer>();
  const pageAnswer = useActionData<Answer>();
  const busy = fetcher.state !== 'idle';
  const answer = busy ? undefined : (fetcher.data ?? pageAnswer);
  const followed = useMemo(
    () => list.map((stored): ListRow<T> => ({ key: `${version} ${stored.id}`, stored })),
    [list, version],
  );
  const [edited, setEdited] = useState<{ rows: ListRow<T>[]; version: string } | null>(null);
  const [added, setAdded] = useState(0);
  const [seen, setSeen] = useState<Answer>();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  if (answer && answer !== seen) {
    setSeen(answer);
    setFaults(answer.faults ?? []);
    if (answer.done) setEdited(null);
    else if (answer.conflict && edited) setEdited({ ...edited, version });
  }
  const now = edited ?? { rows: followed, version };
  const change = (rows: ListRow<T>[]): void => {
    setFaults([]);
    setEdited({ ...now, rows });
  };
  return {
    ...now,
    fetcher,
    busy,
    answer,
    faults,
    faultOf: (at: number, of: string) => faults.find(({ row, field }) => row === at && field === of)?.message,
    edited: edited !== null,
    /** What is typed stays from now on. */
    hold: () => setEdited(now),
    add() {
      setAdded(added + 1);
      change([...now.rows, { key: `new ${added}`, stored: null }]);
    },
    remove: (at: number) => change(now.rows.toSpliced(at, 1)),
    move: (at: number, by: -1 | 1) =>
      change(now.rows.toSpliced(at, 1).toSpliced(at + by, 0, ...now.rows.slice(at, at + 1))),
  };
}

/** The rows of a form, in its order. A `box` without a tick sends nothing, one with a tick its row's place. */
export function typedRows(form: FormData, fields: readonly string[], box: string): Record<string, unknown>[] {
  const ticked = new Set(form.getAll(box));
  const columns = fields.map((field) => [field, form.getAll(field)] as const);
  return form.getAll('id').map((id, at) =>
    Object.assign(Object.fromEntries(columns.map(([field, values]) => [field, values[at]])), {
      id,
      [box]: ticked.has(String(at)),
    }),
  );
}

/** What the rows of a list have. Its class name is the place on a phone. */
export interface Column extends ComponentProps<'input'> {
  name: string;
  label: string;
  /** Of a select. */
  options?: readonly Choice[];
}

interface Table<T> {
  /** What one is called. */
  one: string;
  columns: readonly Column[];
  /** The columns on a desk. */
  layout: string;
  /** A row is called what is typed. */
  followNames?: boolean;
  /** What follows the fields of a row, by its place and the name that is typed. */
  children: (stored: T | null, at: number, typed: string) => ReactNode;
}

interface RowsFormProps<T extends Listed> extends Table<T> {
  list: Rows<T>;
  label: string;
  /** Said when there is none. */
  empty: string;
  isHidden?: (stored: T) => boolean;
}

export function RowsForm<T extends Listed>({ list, label, empty, isHidden, ...table }: RowsFormProps<T>) {
  const { fetcher, rows, answer, faults, edited } = list;
  const { columns, layout, one } = table;
  // A new row is the last one: in a long list its button is in sight.
  const add = { look: 'quiet', label: t('Add {one}', { one }), onClick: list.add } as const;
  return (
    <fetcher.Form
      id="rows"
      method="post"
      noValidate
      onInput={list.hold}
      {...unsaved(edited)}
      className="flex flex-col gap-3"
    >
      <input type="hidden" name="version" value={list.version} />
      <Button {...add} className={`self-start ${edited ? 'invisible' : ''}`} />
      {rows.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <div className="panel">
          <Columns
            names={columns.map((column) => (column.type === 'checkbox' ? '' : column.label))}
            className={`px-4 lg:grid lg:gap-x-3 ${layout}`}
          />
          <FieldErrors errors={faults}>
            <ul className="rows" aria-label={label}>
              {rows.map(({ key, stored }, at) => (
                <Row
                  key={key}
                  {...table}
                  stored={stored}
                  at={at}
                  faults={faults.filter(({ row }) => row === at)}
                  hidden={stored !== null && isHidden?.(stored) === true}
                />
              ))}
            </ul>
          </FieldErrors>
        </div>
      )}
      <SaveBar changed={edited}>
        <ErrorText
          text={answer?.error && `${answer.faults ? `${t('Nothing was saved.')} ` : ''}${answer.error}`}
          className="max-h-40 w-full overflow-y-auto px-1 break-words"
        />
        <Button label={t('Save')} disabled={list.busy} className="min-w-32 max-lg:flex-1" />
        {edited ? <Button {...add} /> : null}
      </SaveBar>
    </fetcher.Form>
  );
}

interface RowProps<T> extends Table<T> {
  /** Null for a new one. */
  stored: T | null;
  /** Its place in the form. */
  at: number;
  faults: readonly Fault[];
  hidden: boolean;
}

/** The fields keep what is typed by themselves: a list can have thousands. */
function Row<T extends Listed>({ stored, at, faults, hidden, ...table }: RowProps<T>) {
  const { one, columns, layout, followNames, children } = table;
  const [typed, setTyped] = useState(stored?.name ?? '');
  const values = asRecord(stored) ?? {};
  const general = faults.filter(({ field }) =>
    field === 'id' ? stored : !columns.some((column) => column.name === field),
  );
  return (
    <li hidden={hidden} className="[content-visibility:auto] [contain-intrinsic-height:auto_11rem] p-3 lg:px-4 lg:py-1">
      <fieldset
        aria-label={(followNames ? typed : stored?.name) || t('New {one}', { one })}
        onInput={({ target }) => {
          if (followNames && target instanceof HTMLInputElement && target.name === 'name') setTyped(target.value);
        }}
        className={`grid grid-cols-6 items-start gap-x-2 gap-y-1 lg:gap-x-3 ${layout}`}
      >
        {stored ? <input type="hidden" name="id" value={stored.id} /> : null}
        {columns.map((column, index) =>
          column.type === 'checkbox' ? (
            <CheckBox
              key={column.name}
              name={column.name}
              value={at}
              label={column.label}
              defaultChecked={values[column.name] !== false}
              className={`gap-2 self-end font-semibold lg:col-span-1 lg:self-start ${column.className ?? 'col-span-3'}`}
            />
          ) : (
            <Cell
              key={column.name}
              {...column}
              defaultValue={String(values[column.name] ?? '')}
              error={faults.find(({ field }) => field === column.name)?.message}
              autoFocus={!stored && index === 0}
            />
          ),
        )}
        {children(stored, at, typed)}
        {general.map(({ message }) => (
          <ErrorText key={message} text={message} className="col-span-full" />
        ))}
      </fieldset>
    </li>
  );
}

type CellProps = Column & { error: string | undefined };

/** Its error is that of its row: the form has many fields of one name. */
export function Cell({ label, error, options, className = 'col-span-3', ...field }: CellProps) {
  const isNumber = field.type === 'number';
  const Input = isNumber ? NumberInput : 'input';
  return (
    <Frame label={label} error={error} className={`min-w-0 lg:col-span-1 ${IN_COLUMN} ${className}`}>
      {(ids) =>
        options ? (
          <select {...ids} name={field.name} defaultValue={field.defaultValue || undefined} className="input text-base">
            <Options of={options} />
          </select>
        ) : (
          <Input
            autoComplete="off"
            {...field}
            {...ids}
            className={`input text-base ${isNumber ? 'px-2 text-right figures' : ''}`}
          />
        )
      }
    </Frame>
  );
}

export function RemoveRow({ onRemove }: { onRemove: () => void }) {
  return (
    <Button
      look="word"
      leaves
      label={t('Remove')}
      className="col-span-3 justify-end rounded-xl text-sm text-danger lg:col-span-1"
      onClick={onRemove}
    />
  );
}
