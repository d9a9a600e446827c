import { UNDO_MS } from '../../../domain/orders/change-order.ts';
import { createValue } from '../../state/value.ts';
import type { Answer } from './answer.ts';

/** What was done to an order a moment ago. */
interface DoneChange {
  id: string;
  /** 'delivered' */
  what: string;
  /** An undo is of this one only. */
  revision: number;
}

export interface OrderAnswer extends Answer {
  /** What can be taken back now; after an undo: what was. */
  changed?: readonly DoneChange[];
}

interface DoneOrder extends Omit<DoneChange, 'id'> {
  /** One of several, which are taken back together. */
  together: boolean;
  /** It is too late to take it back. */
  isOver: boolean;
}

/** By the orders' ids. As long as there are any, no row of a list moves. */
export const doneOrders = createValue<ReadonlyMap<string, DoneOrder>>(new Map());

/** How long the last ones are still seen without their button, so that nobody presses what comes in its place. */
const LEAVES_MS = 1_000;

export function offerUndo(changed: readonly DoneChange[]): void {
  const together = changed.length > 1;
  const offered = new Map(
    changed.map(({ id, ...change }): [string, DoneOrder] => [id, { ...change, together, isOver: false }]),
  );
  doneOrders.set(new Map([...doneOrders.get(), ...offered]));
  setTimeout(() => {
    const all = [...doneOrders.get()];
    doneOrders.set(new Map(all.map(([id, done]) => [id, done === offered.get(id) ? { ...done, isOver: true } : done])));
    setTimeout(() => {
      if ([...doneOrders.get().values()].every(({ isOver }) => isOver)) doneOrders.set(new Map());
    }, LEAVES_MS);
  }, UNDO_MS);
}

export function endUndo(changed: readonly DoneChange[]): void {
  const undone = new Set(changed.map(({ id }) => id));
  doneOrders.set(new Map([...doneOrders.get()].filter(([id]) => !undone.has(id))));
}
