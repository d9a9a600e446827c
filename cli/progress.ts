/** Progress bars, for people who watch a terminal; nobody else sees anything of them. */
import { groupDigits } from './wording.ts';
import type { Output } from './terminal.ts';

export interface Progress {
  /** Shows how far a piece of work has come. */
  show(label: string, done: number, total: number): void;
  /** Takes the bar away. */
  clear(): void;
}

const BAR = 24;

/** The least time between two drawings, in ms. */
const DRAW_MS = 80;

export function createProgress(output: Output): Progress {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let shown = false;
  return {
    show(label, done, total) {
      const now = performance.now();
      if (!output.isTTY || total === 0 || (done < total && now - drawnAt < DRAW_MS)) return;
      drawnAt = now;
      shown = true;
      const full = Math.round((BAR * done) / total);
      const bar = '█'.repeat(full) + '░'.repeat(BAR - full);
      output.write(`\r\u001B[K${label} ${bar} ${groupDigits(done)} of ${groupDigits(total)}`);
    },
    clear() {
      if (shown) output.write('\r\u001B[K');
      shown = false;
    },
  };
}
