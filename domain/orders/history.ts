/** What happened to an order: all of it for operators, in English, and what its customer sees of it (product §4). */
import { shortDay } from '../../base/dates.ts';
import { capitalized } from '../../base/text.ts';
import { orderedWeight } from '../catalogue/measure.ts';
import { type ChangeName, CHANGES } from './changes.ts';
import type { EditDetails, LineChange } from './edit-order.ts';
import { type Moved, movedWords } from './ledger.ts';
import { isOpen, type OrderActor, type OrderStatus } from './order.ts';
import { cancelReasonOf, isToldReason, reasonLabel, type ToldReason } from './reasons.ts';
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
  details: Partial<EditDetails & Moved> & { /** Tk */ amount?: number; /** The rider's name. */ rider?: string };
  /** Whether an undo took it back. */
  undone: boolean;
}

export type ShownEvent = { at: Date } & (
  | { kind: 'status'; to: OrderStatus; actor: OrderActor; reason: ToldReason | null }
  | { kind: 'set-back' }
  | { kind: 'stage'; stage: ToldStage }
  /** `reason` as the shop has typed it, perhaps empty. */
  | ({ kind: 'edit'; reason: string } & ShownEdit)
);

export type ShownEdit = ReturnType<typeof shownEdit>;

/** Without what was typed, which may be private. `difference` in Tk. */
export function shownEdit({ lines = [], total = [0, 0], shippingInfo = {}, day }: Partial<EditDetails>) {
  const difference = Math.round((total[1] - total[0]) * 10) / 10;
  return { lines, difference, otherAddress: Object.keys(shippingInfo).length > 0, day: day?.[1] ?? null };
}

/** Of all entries, oldest first. What was undone, and what concerns the shop alone, is not shown. */
export function shownHistory(entries: readonly HistoryEntry[]): ShownEvent[] {
  return entries.flatMap((entry): ShownEvent[] => {
    const { at, actor, change, to, stage, reason, details, undone } = entry;
    if (undone) return [];
    switch (change === null ? 'status' : CHANGES[change].shown) {
      case 'status':
        return [{ at, kind: 'status', to, actor, reason: isToldReason(reason) ? reason : null }];
      case 'set-back':
        return [{ at, kind: 'set-back' }];
      case 'stage':
        return isOpen(to) && stage !== null && isTold(stage) ? [{ at, kind: 'stage', stage }] : [];
      case 'edit':
        return [{ at, kind: 'edit', ...shownEdit(details), reason }];
      case 'pack': {
        const packed = { at, kind: 'stage', stage: 'packed' } as const;
        return details.lines ? [{ at, kind: 'edit', ...shownEdit(details), reason }, packed] : [packed];
      }
      case null:
        return [];
    }
  });
}

/** What happened, in the words of operators. `details`: what else is to be known of it, line by line. */
export function entryWords(happened: Readonly<HistoryEntry>): { text: string; details: string[] } {
  const { change, from, to, reason, details } = happened;
  if (change === null) return { text: from === null ? 'Placed' : capitalized(to), details: [] };
  const { entry, takes } = CHANGES[change];
  const known = cancelReasonOf(reason);
  const collected =
    takes.collected && details.amount !== undefined ? [`Tk ${details.amount} collected${movedWords(details)}`] : [];
  const why = takes.reason ? [known ? reasonLabel(known) : reason].filter(Boolean) : [];
  return {
    text: typeof entry === 'string' ? entry : entry(happened),
    details: [...editWords({ lines: [], total: [0, 0], ...details }), ...collected, ...why],
  };
}

export function editWords({ lines, total: [before, after], shippingInfo = {}, day }: EditDetails): string[] {
  const difference = Math.round(Math.abs(after - before) * 10) / 10;
  const fields = Object.entries(shippingInfo).map(
    ([field, [was, is]]) => `${capitalized(field)}: ${was || '–'} → ${is || '–'}`,
  );
  const total = difference === 0 ? [] : [`Tk ${difference} ${after < before ? 'less' : 'more'}`];
  const [was, is] = (day ?? []).map((when) => (when ? shortDay(when.slice(0, 10)) + when.slice(10) : '–'));
  const days = day ? [`Day: ${was} → ${is}`] : [];
  return [...lines.flatMap(lineWords), ...total, ...fields, ...days];
}

function lineWords({ name, from, to, packed }: LineChange): string[] {
  if (to === 0) return [`${name} removed`];
  const added = from === 0 ? [`${to} × ${name} added`] : [`${to} × ${name} instead of ${from}`];
  const { unit = '', weighed, instead } = packed ?? {};
  const words = [
    packed && weighed !== undefined && `${orderedWeight(packed)} ${unit} ordered, ${weighed} ${unit} weighed`,
    instead && `instead of ${instead.name}`,
  ].filter(Boolean);
  return [...(from === to ? [] : added), ...(words.length > 0 ? [`${name}: ${words.join(', ')}`] : [])];
}
