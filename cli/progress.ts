import { groupDigits } from './wording.ts';
import type { Output } from './terminal.ts';

export interface Progress {
  show(label: string, done: number, total: number): void;
  clear(): void;
}

const BAR_WIDTH = 24;

/** The minimum time between two redraws, in ms. */
const REDRAW_MS = 80;

export function createProgress(output: Output): Progress {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let shown = false;
  return {
    show(label, done, total) {
      const now = performance.now();
      if (!output.isTTY || total === 0 || (done < total && now - drawnAt < REDRAW_MS)) return;
      drawnAt = now;
      shown = true;
      const full = Math.round((BAR_WIDTH * done) / total);
      const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
      output.write(`\r\u001B[K${label} ${bar} ${groupDigits(done)} of ${groupDigits(total)}`);
    },
    clear() {
      if (shown) output.write('\r\u001B[K');
      shown = false;
    },
  };
}
