import type { Batch } from '../../server/catalogue/catalogue.ts';
import { parseBatch } from './products/fetch-products.ts';

/** What a reload, Back and Forward find again on a screen (product §2). */
export interface HistoryEntry {
  place: ScrollPlace;
  /** Of each row that is swiped, by its address. */
  scrollLeft: Record<string, number>;
  /** The later batches of a long list, so that it has its whole length at once, also without a network. */
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

/**
 * Where a page is scrolled to, by what stands at the top of the window. The distance from the top is not enough: the
 * heights above can be others after a reload.
 */
export interface ScrollPlace {
  /** In px from the page's top. */
  scrollY: number;
  /** What stood at the top of the window at that distance. */
  anchor?: Anchor;
}

interface Anchor {
  selector: string;
  name: string;
  /** Among those of the same name: a product can stand in several rows. */
  nth: number;
  /** Its distance from the top of the window, in px. */
  top: number;
}

const KINDS = ['article', 'li', 'section', 'h1', 'h2', 'p'];
/** How far below the header it is looked for, in px, because there are gaps. */
const STEP = 24;

export function scrollPlace(): ScrollPlace {
  const anchor = scrollY > 0 ? findAnchor() : undefined;
  return { scrollY, ...(anchor ? { anchor } : {}) };
}

/** Scrolls so that what was at the top of the window is there again; where it is gone, to the same distance. */
export function scrollToPlace({ scrollY: distance, anchor }: ScrollPlace): void {
  const found = anchor && named(anchor)[anchor.nth];
  scrollTo(0, found ? scrollY + found.getBoundingClientRect().top - anchor.top : distance);
}

function findAnchor(): Anchor | undefined {
  const below = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  for (let y = below + 1; y < innerHeight / 2; y += STEP) {
    const element = document.elementFromPoint(innerWidth / 2, y)?.closest(KINDS.join());
    if (!element?.closest('main')) continue;
    const anchor = { selector: `main ${element.localName}`, name: nameOf(element) };
    return { ...anchor, nth: named(anchor).indexOf(element), top: element.getBoundingClientRect().top };
  }
}

function named({ selector, name }: Pick<Anchor, 'selector' | 'name'>): Element[] {
  return [...document.querySelectorAll(selector)].filter((element) => nameOf(element) === name);
}

function nameOf(element: Element): string {
  return element.ariaLabel ?? element.querySelector('h2')?.textContent ?? element.textContent;
}
