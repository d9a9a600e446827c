/** Where an open order stands in the shop. Its customer sees those that are `told` as lines of its history. */
import { isOneOf, type NamesWith } from '../../base/record.ts';
import { isOpen, lookOf, type OrderStatus } from './order.ts';

interface StageRules {
  /** As the console's tabs, badges and buttons call it. */
  label: string;
  told: boolean;
  /** What the operator presses to bring an order from here on. */
  next: readonly string[];
}

const RULES = {
  'to confirm': { label: 'To confirm', told: false, next: [] },
  new: { label: 'New', told: false, next: ['packed'] },
  packed: { label: 'Packed', told: true, next: ['with rider'] },
  'with rider': { label: 'With rider', told: true, next: [] },
} as const satisfies Record<string, StageRules>;

export type OrderStage = keyof typeof RULES;
export const STAGE_RULES: Readonly<Record<OrderStage, StageRules>> = RULES;
export const ORDER_STAGES = Object.keys(RULES) as OrderStage[];
export const isOrderStage = isOneOf(ORDER_STAGES);

export const NEW_STAGE: OrderStage = 'new';

/** The stages with a line in the history that a customer sees. */
export type ToldStage = NamesWith<typeof RULES, { told: true }>;

export function isTold(stage: OrderStage): stage is ToldStage {
  return STAGE_RULES[stage].told;
}

/** The steps of an order on its way, as its customer sees them: placed, each stage that is told, and done. */
export const TRACK_LENGTH = ORDER_STAGES.filter(isTold).length + 2;

/** How many of the steps an order has behind it; null: it came to nothing. */
export function stepsReached({ status, stage }: { status: OrderStatus; stage: OrderStage }): number | null {
  if (lookOf(status) === 'stopped') return null;
  return isOpen(status) ? ORDER_STAGES.filter(isTold).findIndex((one) => one === stage) + 2 : TRACK_LENGTH;
}

export function stagesAfter(stage: OrderStage): OrderStage[] {
  return ORDER_STAGES.filter((one) => STAGE_RULES[stage].next.includes(one));
}
