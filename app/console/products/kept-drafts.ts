/**
 * What is typed into the fields of products and not saved yet. It is kept by product until it is saved or thrown away:
 * over searches, screens, a reload and a logout. Each operator of a browser has their own.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { asRecord } from '../../../base/record.ts';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import { type CatalogueColumn, isYesNo } from '../../../domain/catalogue/product-columns.ts';
import { createStored } from '../../state/local-storage.ts';
import { createValue } from '../../state/value.ts';
import { useHydrated } from '../../state/page-start.ts';
import { keeper } from '../kit/answer.ts';
import { type DraftAnswer, type Edits, editsOf, withEdit, withoutSaved } from '../kit/fields.tsx';
import { useRootData } from '../kit/screen.tsx';

interface KeptDraft {
  name: string;
  edits: Edits;
  /** Why the shop did not take it. */
  refused?: DraftAnswer | undefined;
}

/** By the products' ids. */
type KeptDrafts = Readonly<Record<string, KeptDraft>>;

/** By the operators' addresses. */
const kept = createStored<Readonly<Record<string, KeptDrafts>>>({
  key: 'productDrafts',
  empty: {},
  read: (stored) => {
    const drafts = Object.values(asRecord(stored) ?? {}).flatMap((own) => Object.values(asRecord(own) ?? { own }));
    const isReadable = drafts.every((draft) => asRecord(asRecord(draft)?.edits) !== null);
    return isReadable ? (stored as Record<string, KeptDrafts>) : null;
  },
});

const NONE: KeptDrafts & Edits = {};
let operator = '';

export function useKeptDrafts(): KeptDrafts {
  const email = useRootData()?.operator?.email ?? '';
  useEffect(() => void (operator = email), [email]);
  return kept.use((all) => all[email] ?? NONE);
}

/** What was saved of products, by their ids, until they are loaded anew. */
const saved = createValue<Readonly<Record<string, NonNullable<DraftAnswer['typed']>>>>({});

/** For `useDraft`; with what a page came with that answers a form without scripts. `product`: as loaded. */
export function useKeptEdits(product: { id: string; name: string }, pageAnswer: DraftAnswer | undefined) {
  const { id, name } = product;
  useEffect(() => {
    const { [id]: shown, ...others } = saved.get();
    if (shown) saved.set(others);
  }, [id, product]);
  const [came] = useState(pageAnswer);
  const first = editsOf({ ...came, typed: { ...came?.typed, id: '' } });
  const draft = useKeptDrafts()[id];
  const adopt = useEffectEvent((): void => {
    if (Object.keys(first).length > 0) keepDraft(id, (before) => before ?? { name, edits: first, refused: came });
  });
  useEffect(() => adopt(), []);
  const set = (change: (before: Edits) => Edits): void =>
    keepDraft(id, (before) => ({ ...before, name, edits: change(before?.edits ?? {}) }));
  const isHydrated = useHydrated();
  const kept = [draft?.edits ?? (isHydrated ? NONE : first), set] as const;
  return { draft, kept, saved: saved.use((all) => all[id]) };
}

function keepDraft(id: string, change: (before: KeptDraft | undefined) => KeptDraft | undefined): void {
  const { [operator]: own = NONE, ...ofOthers } = kept.get();
  const { [id]: before, ...others } = own;
  const draft = change(before);
  const isEmpty = !draft || Object.keys(draft.edits).length === 0;
  kept.set({ ...ofOthers, [operator]: isEmpty ? others : { ...others, [id]: draft } });
}

/** Types a value into a field of each of these products. */
export function keepValues(
  products: readonly Required<CatalogueRow>[],
  column: CatalogueColumn,
  valueOf: (product: Required<CatalogueRow>) => string,
): void {
  for (const product of products)
    keepDraft(product.id, (before) => ({
      ...before,
      name: product.name,
      edits: withEdit(before?.edits ?? {}, column, valueOf(product), String(product[column])),
    }));
}

export function throwAway(ids: readonly string[]): void {
  for (const id of ids) keepDraft(id, () => undefined);
}

/** So many are saved by one press. */
export const MOST_AT_ONCE = 200;

/** What the forms of these drafts send, for `Save all`. */
export function formsOf(drafts: KeptDrafts): Record<string, string>[] {
  return Object.entries(drafts)
    .slice(0, MOST_AT_ONCE)
    .map(([id, { edits, refused }]) => {
      const columns = Object.entries(edits);
      const typed = columns.map(([column, edit]) => [column, edit?.value ?? '']);
      const before = columns.map(([column, edit]) => [column, edit?.base]);
      const base = JSON.stringify({ ...Object.fromEntries(before), ...refused?.stored });
      const form: Record<string, string> = Object.assign(Object.fromEntries(typed), {
        id,
        base,
        sure: refused?.sure ?? '',
      });
      // As a box without a tick.
      return Object.fromEntries(Object.entries(form).filter(([name, value]) => !(isYesNo(name) && value === 'no')));
    });
}

/** Of the screens with fields of products. What is wrong stands in the row, or in the form of the product. */
export const keepProducts = keeper<DraftAnswer>({
  says: ({ error, typed }, sent) => error === undefined || (typed === undefined && !sent.has('intent')),
  after(answer, sent) {
    for (const row of answer.rows ?? [answer]) {
      const { id = String(sent.get('id') ?? ''), ...values } = row.typed ?? {};
      if (row.done !== undefined) saved.set({ ...saved.get(), [id]: { ...saved.get()[id], ...values } });
      keepDraft(id, (draft) => {
        if (!draft || row.done === undefined) return draft && { ...draft, refused: row };
        return { name: draft.name, edits: withoutSaved(draft.edits, row) };
      });
    }
  },
});
