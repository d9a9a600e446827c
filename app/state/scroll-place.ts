/**
 * Where a page is scrolled to: by what stands at the top of the window. The distance from the page's own top is not enough,
 * because the heights above can be others after a reload: rows that were laid out when they came into view, other fonts, notices.
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
