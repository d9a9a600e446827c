import type { BrowserContext } from '@playwright/test';

/**
 * Lets a browser translate all pages that are opened from now on, as Chrome does: each text is taken out of the page, and
 * stands again inside of two `font` elements in its place. The words stay, so that tests read them. `waits`: until a page
 * has its scripts, as the browser does for somebody who only then agrees.
 */
export async function translatePages(context: BrowserContext, waits: boolean): Promise<void> {
  await context.addInitScript((isLate) => {
    const UNTOUCHED = 'script, style, noscript, textarea, title, select, svg, font, [translate=no]';
    const translate = (text: Node): void => {
      if (!text.parentElement || text.parentElement.closest(UNTOUCHED) || !text.nodeValue?.trim()) return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.append(text.nodeValue);
      text.parentElement.replaceChild(outer, text);
    };
    const textsIn = (root: Node): Node[] => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      return texts;
    };
    const begin = (): void => {
      textsIn(document.body).forEach(translate);
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
          for (const node of [target instanceof Text ? target : null, ...addedNodes])
            if (node?.isConnected) textsIn(node).forEach(translate);
      }).observe(document, { childList: true, characterData: true, subtree: true });
    };
    const isHydrated = (): boolean =>
      [document, document.documentElement].some((node) =>
        Object.keys(node ?? {}).some((key) => key.startsWith('__react')),
      );
    const look = (): void => {
      if (isLate && !isHydrated()) requestAnimationFrame(look);
      else begin();
    };
    document.addEventListener('DOMContentLoaded', look);
  }, waits);
}
