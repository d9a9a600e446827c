/** What a rider presses at the doors, also without a connection. */
import { createValue } from '../../state/value.ts';
import { createPresses, type Kept } from '../kit/presses.ts';

export interface Press extends Kept {
  /** The rider's id. */
  rider: string;
  change: 'deliver' | 'return' | 'undo';
  /** Tk. */
  collected?: number;
  reason?: string;
}

/** Done since this page was opened. The newest first. */
export const done = createValue<readonly Press[]>([]);

const kept = createPresses<Press>({
  prefix: 'round:',
  path: '/round/change',
  ownerOf: ({ rider }) => rider,
  fieldsOf: ({ change, collected, reason }) => ({
    change,
    ...(collected !== undefined && { collected: String(collected) }),
    ...(reason && { reason }),
  }),
  onDone(press) {
    const others = done.get().filter(({ order }) => order !== press.order);
    done.set(press.change === 'undo' ? others : [press, ...others]);
  },
  onRefused({ key: refused, order: of }) {
    // There is nothing to take back.
    for (const { key, order, change } of presses.get())
      if (order === of && change === 'undo' && key !== refused) forget(key);
  },
});

export const { presses, press, forget, begin: beginRound } = kept;

/** What was not sent yet is forgotten, what was is taken back. */
export function undo({ key, rider, order, tried, revision }: Press): void {
  if (revision === undefined && !tried) return forget(key);
  press({ rider, order, change: 'undo' });
}

/** Before a logout. False while something is not sent yet: it would be lost. */
export function endRound(): boolean {
  const isOver = kept.end();
  if (isOver) done.set([]);
  return isOver;
}
