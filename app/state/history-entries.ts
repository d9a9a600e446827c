import type { Batch } from '../../server/catalogue/catalogue.ts';
import { parseBatch } from './products/fetch-products.ts';
import type { ScrollPlace } from './scroll-place.ts';

/** What a reload, Back and Forward find again on a screen (product §2). */
export interface HistoryEntry {
  place: ScrollPlace;
  /** Of each row that is swiped, by its address. */
  scrollLeft: Record<string, number>;
  /** The batches of a long list that were loaded after its first. They are here and not only counted, so that the list has its length at once, also without a network. */
  batches: readonly Batch[];
}

const KEY = 'historyEntries';
/** The oldest ones are forgotten. */
const MAX_ENTRIES = 30;

let entries: Map<string, HistoryEntry> | undefined;

/** Of the entry with this key (the router's `location.key`) in the history of this tab. */
export function historyEntry(key: string): HistoryEntry {
  entries ??= stored();
  const entry = entries.get(key) ?? { place: { scrollY: 0 }, scrollLeft: {}, batches: [] };
  entries.set(key, entry);
  return entry;
}

function stored(): Map<string, HistoryEntry> {
  try {
    const all: [string, HistoryEntry][] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    // The products may be of another version of the shop.
    return new Map(all.map(([key, entry]) => [key, { ...entry, batches: entry.batches.map(parseBatch) }]));
  } catch {
    return new Map();
  }
}

function store(): void {
  if (!entries) return;
  try {
    // With those of documents that were opened after this one, which the back/forward cache has shown again.
    const all = [...new Map([...stored(), ...entries])];
    sessionStorage.setItem(KEY, JSON.stringify(all.slice(-MAX_ENTRIES)));
  } catch {
    // Without storage they are kept until the document is left.
  }
}

if (typeof window !== 'undefined') {
  // A phone may end a hidden page without a further event.
  for (const type of ['pagehide', 'visibilitychange']) window.addEventListener(type, store);
}
