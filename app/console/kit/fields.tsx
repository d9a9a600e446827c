import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react';
import { asciiDigits } from '../../../base/digits.ts';
import { HOWS } from '../../../domain/orders/ledger.ts';
import { readNumber } from '../../../domain/typed/number.ts';
import { Field, Frame, SelectField } from '../../components/field.tsx';
import type { Value } from '../../state/value.ts';
import type { CatalogueColumn } from '../../../domain/catalogue/product-columns.ts';
import type { Answer } from './answer.ts';
import { t, told } from '../../../messages/console/t.ts';

/**
 * A field for a number, as text: what is typed stays until the shop reads it, and neither a wheel nor an arrow key
 * changes it. Its first tap selects what stands there. Bangla digits become those of the console.
 */
export function NumberInput({ onChange, ...input }: ComponentProps<'input'>) {
  const [typed, setTyped] = useState<string>();
  const now = readNumber(String(input.value ?? typed ?? input.defaultValue ?? ''), 'Tk');
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const field = event.currentTarget;
    const { value, selectionStart } = field;
    if (asciiDigits(value) !== value) {
      field.value = asciiDigits(value);
      field.setSelectionRange(selectionStart, selectionStart);
    }
    setTyped(field.value);
    onChange?.(event);
  };
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      {...input}
      type="text"
      role="spinbutton"
      aria-valuenow={now === null ? undefined : Number(now)}
      onFocus={selectAll}
      onChange={change}
    />
  );
}

/** Of a field whose text is replaced more often than changed. */
export function selectAll({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  currentTarget.select();
}

/** Of a field in a list: on a desk its label is the heading of the column. */
export const IN_COLUMN = '[&>label]:truncate [&>label]:font-normal [&>label]:text-muted lg:[&>label]:sr-only';

interface NumberFieldProps extends ComponentProps<'input'> {
  label: string;
  unit: string;
  /** What the field says besides: what others have stored meanwhile. */
  note?: string | undefined;
  hint?: string | undefined;
  /** The class of the field and its label together. */
  frame?: string;
}

export function NumberField({ label, unit, note, hint, frame = '', ...input }: NumberFieldProps) {
  const id = useId();
  return (
    <Frame label={label} name={input.name} hint={hint} className={`min-w-0 ${frame}`}>
      {({ 'aria-describedby': error = '', ...field }) => (
        <>
          <div className="relative">
            <NumberInput
              {...field}
              aria-describedby={`${id}-unit ${error} ${note ? `${id}-note` : ''}`}
              className={`input text-right figures ${paddingFor(unit)}`}
              {...input}
            />
            <span
              id={`${id}-unit`}
              className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted"
            >
              {unit}
            </span>
          </div>
          <Note id={`${id}-note`} text={note} />
        </>
      )}
    </Frame>
  );
}

/** Beside the unit, which is a longer word in some languages. */
function paddingFor(unit: string): string {
  return unit.length > 5 ? 'pr-[5rem]' : unit.length > 3 ? 'pr-[3.5rem]' : 'pr-10';
}

export function Note({ id, text }: { id?: string; text: string | undefined }) {
  return text ? (
    <p id={id} className="text-sm font-semibold text-clay">
      {text}
    </p>
  ) : null;
}

export function FileField({ label, error, hint, ...input }: ComponentProps<typeof Field>) {
  return (
    <Frame {...{ label, error, hint }} name={input.name}>
      {(ids) => (
        <input
          {...ids}
          {...input}
          type="file"
          className="input bg-surface! p-1 text-sm file:mr-3 file:cursor-pointer file:font-[inherit] file:min-h-8.5 file:rounded-xl file:border-0 file:bg-leaf-soft file:px-3 file:text-leaf-strong"
        />
      )}
    </Frame>
  );
}

interface CheckBoxProps extends ComponentProps<'input'> {
  label: ReactNode;
  /** Of the box alone. */
  look?: string;
}

/** `className` is of the box and its label together. */
export function CheckBox({ label, look = 'size-5 shrink-0 accent-leaf', className, ...box }: CheckBoxProps) {
  return (
    <label className={`tap ${className}`}>
      <input type="checkbox" {...box} className={look} />
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
export function Options({ none, of }: { none?: string | undefined; of: readonly Choice[] }) {
  const choices = none === undefined ? of : [['', none] as const, ...of];
  return choices.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

/** How money moved, and the number of a payment that was no cash. `className`: of each field and its label. */
export function HowFields({ className }: { className?: string }) {
  return (
    <div className="contents [&:has([value=cash]:checked)>:last-child]:hidden">
      <SelectField label={t('How')} name="how" className={className}>
        <Options of={Object.entries(HOWS).map(([how, name]) => [how, told(name)])} />
      </SelectField>
      <Field label={t('Reference')} name="reference" maxLength={60} autoComplete="off" className={className} />
    </div>
  );
}

type Values<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** What a form's save comes back with. */
export interface DraftAnswer<Name extends string = CatalogueColumn> extends Answer {
  typed?: Values<Name>;
  /** What the operator had in front of them before typing. */
  base?: Values<Name>;
  /** What others have stored in these fields. */
  stored?: Values<Name>;
  /** A price that was asked about: sent again with it, it is meant. */
  sure?: string | undefined;
  /** What became of each, when several were saved. */
  rows?: readonly DraftAnswer<Name>[];
}

/** A field that is being edited: what is typed, and what was stored before. */
interface Edit {
  value: string;
  base: string;
}

export type Edits = Readonly<Partial<Record<string, Edit>>>;

/** The fields of a form, such as a product's. Others may change what is stored meanwhile. */
export type Draft<Name extends string = CatalogueColumn> = ReturnType<typeof useDraft<Name>>;

/**
 * Fields that are not edited follow what is `stored`. The others keep what is typed until an `answer` says that it is
 * saved. `kept`: where these are, when they outlast the screen; then whoever keeps them hears of the answer too.
 */
export function useDraft<Name extends string = CatalogueColumn>(
  stored: Values<Name>,
  answer: DraftAnswer<Name> | undefined,
  kept?: readonly [Edits, (change: (before: Edits) => Edits) => void],
) {
  const own = useState<Edits>(() => editsOf(answer));
  const [edits, setEdits] = kept ?? own;
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    if (answer?.done !== undefined) own[1](withoutSaved(own[0], answer));
  }
  const valueOf = (column: Name): string => edits[column]?.value ?? stored[column] ?? '';
  const change = (column: Name, value: string): void =>
    setEdits((before) => withEdit(before, column, value, stored[column] ?? ''));
  const columns = Object.keys(stored) as Name[];

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

/** With what is typed into a field that has `now` in store. */
export function withEdit(before: Edits, column: string, value: string, now: string): Edits {
  const { [column]: edit, ...others } = before;
  return value === now ? others : { ...others, [column]: { value, base: edit?.base ?? now } };
}

/** What was typed before, on the page that answers a form without scripts. */
export function editsOf({ typed = {}, base = {}, done }: DraftAnswer<string> = {}): Edits {
  if (done !== undefined) return {};
  const edits: Record<string, Edit> = {};
  for (const column of Object.keys(typed)) {
    const [value = '', before = ''] = [typed[column], base[column]];
    if (value !== before) edits[column] = { value, base: before };
  }
  return edits;
}

/** What was saved is not edited any more, unless something else has been typed since. */
export function withoutSaved(edits: Edits, { typed = {} }: DraftAnswer<string>): Edits {
  const left: Record<string, Edit> = {};
  for (const [column, { value, base }] of Object.entries(edits) as [string, Edit][]) {
    if (value !== typed[column]) left[column] = { value, base: typed[column] ?? base };
  }
  return left;
}
