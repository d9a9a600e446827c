/** What happened to an order: all of it for operators, and what its customer sees of it (product §4). */
import type { ChangeName } from './change-order.ts';
import type { EditDetails, LineChange } from './edit-order.ts';
import { NEW_ORDER, type OrderActor, type OrderStatus } from './order.ts';
import { isToldReason, type ToldReason } from './reasons.ts';
import { isTold, type OrderStage, type ToldStage } from './stages.ts';

export interface HistoryEntry {
  at: Date;
  actor: OrderActor;
  /** Null: it was placed, or its status was changed by version 0.4 or older. */
  change: ChangeName | null;
  /** Null when it was placed. */
  from: OrderStatus | null;
  to: OrderStatus;
  /** After the change. */
  stage: OrderStage | null;
  /** The id of a reason or of a call's outcome, or a typed text. */
  reason: string;
  details: Partial<EditDetails> & { /** Tk */ amount?: number; /** The rider's name. */ rider?: string };
  /** Whether an undo took it back. */
  undone: boolean;
}

export type ShownEvent = { at: Date } & (
  | { kind: 'status'; to: OrderStatus; actor: OrderActor; reason: ToldReason | null }
  | { kind: 'set-back' }
  | { kind: 'stage'; stage: ToldStage }
  /** `difference` in Tk; `reason` as the shop has typed it, perhaps empty. */
  | { kind: 'edit'; lines: readonly LineChange[]; difference: number; otherAddress: boolean; reason: string }
);

/** Of all entries, oldest first. What was undone, and what concerns the shop alone, is not shown. */
export function shownHistory(entries: readonly HistoryEntry[]): ShownEvent[] {
  return entries.flatMap((entry): ShownEvent[] => {
    const { at, actor, change, from, to, stage, reason, details, undone } = entry;
    if (undone || change === 'undo') return [];
    if (change === 'set-back') return [{ at, kind: 'set-back' }];
    if (from !== to) {
      return [{ at, kind: 'status', to, actor, reason: isToldReason(reason) ? reason : null }];
    }
    if (change === 'edit') {
      const [before, after] = details.total ?? [0, 0];
      const otherAddress = details.shippingInfo !== undefined && Object.keys(details.shippingInfo).length > 0;
      const difference = Math.round((after - before) * 10) / 10;
      return [{ at, kind: 'edit', lines: details.lines ?? [], difference, otherAddress, reason }];
    }
    const isStage = (change === 'stage' || change === 'rider') && to === NEW_ORDER.status;
    return isStage && stage !== null && isTold(stage) ? [{ at, kind: 'stage', stage }] : [];
  });
}
