/** Where an open order stands in the shop. Its customer sees those that are `told` as lines of its history. */
import { isOneOf, type NamesWith } from '../../base/record.ts';

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

export function stagesAfter(stage: OrderStage): OrderStage[] {
  return ORDER_STAGES.filter((one) => STAGE_RULES[stage].next.includes(one));
}
