/** An inline script in the head: keeps clicks on buttons until React takes over, and then repeats them. */
import { HYDRATED, TOUCHED } from './hydration.ts';

const clicked = new Set<HTMLButtonElement>();

function store(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('button[type=button]');
  if (!button) return;
  clicked.add(button);
  button.ariaBusy = 'true';
  // React repeats events that it sees while it starts. A click must not count twice.
  event.stopImmediatePropagation();
}

function replay(): void {
  removeEventListener('click', store, true);
  for (const button of clicked) {
    button.ariaBusy = null;
    if (button.isConnected) button.click();
  }
}

addEventListener('click', store, true);
for (const type of ['pointerdown', 'wheel', 'keydown'])
  addEventListener(type, () => performance.mark(TOUCHED), { once: true, passive: true });
addEventListener(HYDRATED, replay, { once: true });
