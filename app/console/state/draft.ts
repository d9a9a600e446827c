import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { CatalogueColumn } from '../../../domain/catalogue/product-columns.ts';
import type { ProductAnswer, ProductValues } from './product-values.ts';

/** A field that is being edited: what is typed, and what was stored before. */
interface Edit {
  value: string;
  base: string;
}

type Edits = Readonly<Partial<Record<CatalogueColumn, Edit>>>;

/** The fields of a product's form. Others may change the product meanwhile. */
export interface Draft {
  valueOf(column: CatalogueColumn): string;
  change(column: CatalogueColumn, value: string): void;
  /** For the save: what the operator had in front of them before typing; after a conflict, what they have now. */
  base: ProductValues;
  changed: boolean;
  /** What others have stored in a field since its editing began; null when nothing. */
  newerOf(column: CatalogueColumn): string | null;
}

/**
 * Fields that are not edited follow what is `stored`; the others keep what is typed, until an `answer` says that it is saved. Also takes
 * over what was typed into the `form` before its scripts ran.
 */
export function useDraft(
  stored: ProductValues,
  answer: ProductAnswer | undefined,
  form: RefObject<HTMLFormElement | null>,
): Draft {
  const [edits, setEdits] = useState<Edits>(() => editsOf(answer));
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    if (answer?.done !== undefined) setEdits(withoutSaved(edits, answer));
  }
  const valueOf = (column: CatalogueColumn): string => edits[column]?.value ?? stored[column] ?? '';
  const change = (column: CatalogueColumn, value: string): void =>
    setEdits((before) => {
      const { [column]: edit, ...others } = before;
      const now = stored[column] ?? '';
      return value === now ? others : { ...others, [column]: { value, base: edit?.base ?? now } };
    });
  const columns = Object.keys(stored) as CatalogueColumn[];

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
      : Object.fromEntries(columns.map((column) => [column, edits[column]?.base ?? stored[column]])),
    changed: columns.some((column) => valueOf(column) !== stored[column]),
    newerOf(column) {
      const edit = edits[column];
      const now = stored[column] ?? '';
      return edit === undefined || [edit.base, edit.value].includes(now) ? null : now;
    },
  };
}

/** What was typed before, on the page that answers a form without scripts. */
function editsOf({ typed = {}, base = {}, done }: ProductAnswer = {}): Edits {
  if (done !== undefined) return {};
  const edits: Partial<Record<CatalogueColumn, Edit>> = {};
  for (const column of Object.keys(typed) as CatalogueColumn[]) {
    const [value = '', before = ''] = [typed[column], base[column]];
    if (value !== before) edits[column] = { value, base: before };
  }
  return edits;
}

/** What was saved is not edited any more, unless something else has been typed since. */
function withoutSaved(edits: Edits, { typed = {} }: ProductAnswer): Edits {
  const left: Partial<Record<CatalogueColumn, Edit>> = {};
  for (const [column, { value, base }] of Object.entries(edits) as [CatalogueColumn, Edit][]) {
    if (value !== typed[column]) left[column] = { value, base: typed[column] ?? base };
  }
  return left;
}

function typedIn(field: Element | RadioNodeList | null | undefined): string | null {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked ? 'yes' : 'no';
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : null;
}
