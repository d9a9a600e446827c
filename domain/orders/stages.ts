/** Where an open order stands in the shop. Its customer sees those that are `told` as lines of its history. */
import { isOneOf, type NamesWith } from '../../base/record.ts';

interface StageRules {
  /** As the console's tabs, badges and buttons call it. */
  label: string;
  told: boolean;
  /** What the operator presses to bring an order from here on. */
  next: readonly string[];
}

const STAGE_RULES = {
  'to confirm': { label: 'To confirm', told: false, next: [] },
  new: { label: 'New', told: false, next: ['packed'] },
  packed: { label: 'Packed', told: true, next: ['with rider'] },
  'with rider': { label: 'With rider', told: true, next: [] },
} as const satisfies Record<string, StageRules>;

export type OrderStage = keyof typeof STAGE_RULES;
export const ORDER_STAGES = Object.keys(STAGE_RULES) as OrderStage[];
export const isOrderStage = isOneOf(ORDER_STAGES);

export const NEW_STAGE: OrderStage = 'new';

const RULES: Readonly<Record<OrderStage, StageRules>> = STAGE_RULES;

/** The stages with a line in the history that a customer sees. */
export type ToldStage = NamesWith<typeof STAGE_RULES, { told: true }>;

export function isTold(stage: OrderStage): stage is ToldStage {
  return RULES[stage].told;
}

export function stageLabel(stage: OrderStage): string {
  return RULES[stage].label;
}

export function stagesAfter(stage: OrderStage): OrderStage[] {
  return ORDER_STAGES.filter((one) => RULES[stage].next.includes(one));
}
