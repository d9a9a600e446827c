/** Why an order is canceled or was not delivered, and what came of a call. */
import { isOneOf, type NamesWith } from '../../base/record.ts';

interface ReasonRules {
  label: string;
  /** The customer reads it in the order's history. */
  told: boolean;
  /** It counts against the phone number. */
  refused: boolean;
  /** A rider can give it at the door. */
  atDoor: boolean;
}

const CANCEL_REASON_RULES = {
  'customer-asked': { label: 'Customer asked', told: true, refused: false, atDoor: true },
  'not-reachable': { label: 'Not reachable', told: true, refused: true, atDoor: true },
  'refused-at-door': { label: 'Refused at the door', told: false, refused: true, atDoor: true },
  'false-order': { label: 'False order', told: false, refused: true, atDoor: false },
  'out-of-stock': { label: 'Out of stock', told: true, refused: false, atDoor: false },
} as const satisfies Record<string, ReasonRules>;

export type CancelReason = keyof typeof CANCEL_REASON_RULES;
export const CANCEL_REASONS = Object.keys(CANCEL_REASON_RULES) as CancelReason[];

export type ToldReason = NamesWith<typeof CANCEL_REASON_RULES, { told: true }>;

const RULES: Readonly<Record<CancelReason, ReasonRules>> = CANCEL_REASON_RULES;

export const REFUSALS = CANCEL_REASONS.filter((reason) => RULES[reason].refused);
export const DOOR_REASONS = CANCEL_REASONS.filter((reason) => RULES[reason].atDoor);

export function reasonLabel(reason: CancelReason): string {
  return RULES[reason].label;
}

export const isToldReason = isOneOf(CANCEL_REASONS.filter((reason): reason is ToldReason => RULES[reason].told));

/** By its id or, as programs and people write it, its label. */
export function cancelReasonOf(text: string): CancelReason | null {
  return (
    CANCEL_REASONS.find((reason) => reason === text || RULES[reason].label.toLowerCase() === text.toLowerCase()) ?? null
  );
}

/** Of the call that confirms a new number's order. `reached` lets the order go on. */
export const CALL_OUTCOMES = { reached: 'Reached', 'no-answer': 'No answer', 'wrong-number': 'Wrong number' } as const;
export type CallOutcome = keyof typeof CALL_OUTCOMES;
