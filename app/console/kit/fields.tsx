import { type ComponentProps, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { Frame, useFormError } from '../../components/field.tsx';
import type { Value } from '../../state/value.ts';
import type { CatalogueColumn } from '../../../domain/catalogue/product-columns.ts';
import type { Answer } from './answer.ts';

interface NumberFieldProps extends ComponentProps<'input'> {
  label: string;
  unit: string;
  /** What the field says besides: what others have stored meanwhile. */
  note?: string | undefined;
  hint?: string | undefined;
  /** Shows the label to screen readers only, from the width of a desk on: there it stands above the column. */
  inColumn?: boolean;
}

export function NumberField({ label, unit, note, hint, inColumn = false, ...input }: NumberFieldProps) {
  const id = useId();
  const error = useFormError(input.name ?? ' ');
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={`text-sm ${inColumn ? 'text-muted lg:sr-only' : 'font-medium'}`}>
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type="number"
          step={0.01}
          inputMode="decimal"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-unit${error ? ` ${id}-error` : ''}${note ? ` ${id}-note` : ''}`}
          className="input pr-9 text-right figures"
          {...input}
        />
        <span id={`${id}-unit`} className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted">
          {unit}
        </span>
      </div>
      {hint ? <p className="text-sm text-muted">{hint}</p> : null}
      <ErrorText id={`${id}-error`} text={error} />
      <Note id={`${id}-note`} text={note} />
    </div>
  );
}

/** What is wrong, beside what it is about. */
export function ErrorText({ id, text, className = '' }: { id?: string; text: string | undefined; className?: string }) {
  return text ? (
    <p id={id} role="alert" className={`text-sm font-medium text-danger ${className}`}>
      {text}
    </p>
  ) : null;
}

export function Note({ id, text }: { id?: string; text: string | undefined }) {
  return text ? (
    <p id={id} className="text-sm font-medium text-clay">
      {text}
    </p>
  ) : null;
}

interface HintedProps {
  hint: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A field, and what it says besides. */
export function Hinted({ hint, className, children }: HintedProps) {
  return (
    <div className={className}>
      {children}
      {hint ? <p className="mt-1 text-sm text-muted">{hint}</p> : null}
    </div>
  );
}

interface FileFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'accept' | 'onChange'> {
  label: string;
  error?: string | null | undefined;
}

export function FileField({ label, error, ...input }: FileFieldProps) {
  return (
    <Frame label={label} name={input.name} error={error}>
      {(ids) => (
        <input
          {...ids}
          {...input}
          type="file"
          className="input bg-surface! p-1 text-sm file:mr-3 file:cursor-pointer file:font-[inherit] file:min-h-8.5 file:rounded-lg file:border-0 file:bg-leaf-soft file:px-3 file:text-leaf-strong"
        />
      )}
    </Frame>
  );
}

/** `className` is of the box and its label together. */
export function CheckBox({ label, className, ...box }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={`tap ${className}`}>
      <input type="checkbox" {...box} className="size-5 shrink-0 accent-leaf" />
      {label}
    </label>
  );
}

interface StoredBoxProps {
  stored: Value<boolean>;
  label: string;
  onChange?: () => void;
}

/** A choice that this browser remembers. */
export function StoredBox({ stored, label, onChange }: StoredBoxProps) {
  const on = stored.use();
  return (
    <CheckBox
      role="switch"
      aria-checked={on}
      label={label}
      className="gap-2 whitespace-nowrap"
      checked={on}
      onChange={({ target }) => {
        stored.set(target.checked);
        onChange?.();
      }}
    />
  );
}

/** A value and its text. */
export type Choice = readonly [value: string, text: string];

/** What a select offers. `none`: the text of the empty choice, which comes first. */
export function Options({ none, of }: { none?: string; of: readonly Choice[] }) {
  const choices = none === undefined ? of : [['', none] as const, ...of];
  return choices.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

type Values<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** What a form's save comes back with. */
export interface DraftAnswer<Name extends string = CatalogueColumn> extends Answer {
  typed?: Values<Name>;
  /** What the operator had in front of them before typing. */
  base?: Values<Name>;
  /** What became of each, when several were saved. */
  rows?: readonly DraftAnswer<Name>[];
}

/** A field that is being edited: what is typed, and what was stored before. */
interface Edit {
  value: string;
  base: string;
}

type Edits = Readonly<Partial<Record<string, Edit>>>;

/** The fields of a form, such as a product's. Others may change what is stored meanwhile. */
export type Draft<Name extends string = CatalogueColumn> = ReturnType<typeof useDraft<Name>>;

/**
 * Fields that are not edited follow what is `stored`. The others keep what is typed until an `answer` says that it is
 * saved, also what was typed into the `form` before its scripts ran.
 */
export function useDraft<Name extends string = CatalogueColumn>(
  stored: Values<Name>,
  answer: DraftAnswer<Name> | undefined,
  form: RefObject<HTMLFormElement | null>,
) {
  const [edits, setEdits] = useState<Edits>(() => editsOf(answer));
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    if (answer?.done !== undefined) setEdits(withoutSaved(edits, answer));
  }
  const valueOf = (column: Name): string => edits[column]?.value ?? stored[column] ?? '';
  const change = (column: Name, value: string): void =>
    setEdits((before) => {
      const { [column as string]: edit, ...others } = before;
      const now = stored[column] ?? '';
      return value === now ? others : { ...others, [column]: { value, base: edit?.base ?? now } };
    });
  const columns = Object.keys(stored) as Name[];

  const takeOver = useEffectEvent((): void => {
    for (const column of columns) {
      const typed = typedIn(form.current?.elements.namedItem(column));
      if (typed !== null && typed !== valueOf(column)) change(column, typed);
    }
  });
  useEffect(() => takeOver(), []);

  const before = (column: Name) => [column, edits[column]?.base ?? stored[column]];
  return {
    valueOf,
    change,
    /** For the save: what the operator had in front of them before typing; after a conflict, what they have now. */
    base: answer?.conflict ? stored : (Object.fromEntries(columns.map(before)) as Values<Name>),
    changed: columns.some((column) => valueOf(column) !== stored[column]),
    /** What others have stored in a field since its editing began; null when nothing. */
    newerOf(column: Name): string | null {
      const edit = edits[column];
      const now = stored[column] ?? '';
      return edit === undefined || [edit.base, edit.value].includes(now) ? null : now;
    },
  };
}

/** What was typed before, on the page that answers a form without scripts. */
function editsOf({ typed = {}, base = {}, done }: DraftAnswer<string> = {}): Edits {
  if (done !== undefined) return {};
  const edits: Record<string, Edit> = {};
  for (const column of Object.keys(typed)) {
    const [value = '', before = ''] = [typed[column], base[column]];
    if (value !== before) edits[column] = { value, base: before };
  }
  return edits;
}

/** What was saved is not edited any more, unless something else has been typed since. */
function withoutSaved(edits: Edits, { typed = {} }: DraftAnswer<string>): Edits {
  const left: Record<string, Edit> = {};
  for (const [column, { value, base }] of Object.entries(edits) as [string, Edit][]) {
    if (value !== typed[column]) left[column] = { value, base: typed[column] ?? base };
  }
  return left;
}

function typedIn(field: Element | RadioNodeList | null | undefined): string | null {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked ? 'yes' : 'no';
  if (field instanceof HTMLTextAreaElement) return field.value;
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : null;
}
