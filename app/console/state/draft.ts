import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { CatalogueColumn } from '../../../domain/catalogue/product-columns.ts';
import type { Answer } from './answer.ts';

type Values<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** What a form's save comes back with. */
export interface DraftAnswer<Name extends string> extends Answer {
  /** Set when somebody else has changed what is stored: the next save overwrites what the screen shows then. */
  conflict?: boolean;
  typed?: Values<Name>;
  /** What the operator had in front of them before typing. */
  base?: Values<Name>;
}

/** A field that is being edited: what is typed, and what was stored before. */
interface Edit {
  value: string;
  base: string;
}

type Edits = Readonly<Partial<Record<string, Edit>>>;

/** The fields of a form, such as a product's. Others may change what is stored meanwhile. */
export interface Draft<Name extends string = CatalogueColumn> {
  valueOf(name: Name): string;
  change(name: Name, value: string): void;
  /** For the save: what the operator had in front of them before typing; after a conflict, what they have now. */
  base: Values<Name>;
  changed: boolean;
  /** What others have stored in a field since its editing began; null when nothing. */
  newerOf(name: Name): string | null;
}

/**
 * Fields that are not edited follow what is `stored`; the others keep what is typed, until an `answer` says that it is saved. Also takes
 * over what was typed into the `form` before its scripts ran.
 */
export function useDraft<Name extends string = CatalogueColumn>(
  stored: Values<Name>,
  answer: DraftAnswer<Name> | undefined,
  form: RefObject<HTMLFormElement | null>,
): Draft<Name> {
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

  return {
    valueOf,
    change,
    base: answer?.conflict
      ? stored
      : (Object.fromEntries(columns.map((column) => [column, edits[column]?.base ?? stored[column]])) as Values<Name>),
    changed: columns.some((column) => valueOf(column) !== stored[column]),
    newerOf(column) {
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
