/**
 * An inline script in the head. On a slow network seconds pass before React takes over the page. This script stores the clicks
 * on buttons until then, and repeats them after. Links and forms work without scripts.
 */
import { HYDRATED } from './hydration-event.ts';

const clicked = new Set<HTMLButtonElement>();

function store(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('button[type=button]');
  if (!button) return;
  clicked.add(button);
  // React repeats events that it sees while it starts. A click must not count twice.
  event.stopImmediatePropagation();
}

function replay(): void {
  removeEventListener('click', store, true);
  for (const button of clicked) if (button.isConnected) button.click();
}

addEventListener('click', store, true);
addEventListener(HYDRATED, replay, { once: true });
