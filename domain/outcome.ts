/**
 * It worked, or why not: the one answer of everything that can be asked of the shop. Services return it, and the API,
 * the console and the command line pass it on. The sentences of reasons are in messages/.
 */
import type { Address } from './accounts/address.ts';
import type { ChangeName } from './orders/changes.ts';
import type { OrderStatus } from './orders/order.ts';

export type Outcome<T> = Done<T> | Refused;

export interface Done<T> {
  ok: true;
  value: T;
  /** What else whoever asked has to know, as a sentence for operators. */
  note?: string | undefined;
  /** It was so already: an earlier request has done it. */
  repeated?: boolean;
}

export interface Refused {
  ok: false;
  /** Of HTTP. */
  status: number;
  reason: Reason;
  /** What is wrong with each bad value, when there can be several. */
  fields?: readonly FieldFault[];
  /** What is so by now, for whoever has seen something older: members of the API's answer. */
  now?: Readonly<Record<string, unknown>>;
  /** Seconds until the next try. */
  retryAfter?: number | undefined;
}

export interface FieldFault<Field extends string = string> {
  /** '' when it is about the whole row. */
  field: Field;
  /** The place of its row in a list, from 0. */
  row?: number | undefined;
  reason: Reason;
}

export function done<T>(value: T, note?: string): Done<T> {
  return { ok: true, value, note };
}

export function refused(
  status: number,
  reason: Reason,
  more: Pick<Refused, 'fields' | 'now' | 'retryAfter'> = {},
): Refused {
  return { ok: false, status, reason, ...more };
}

/** Why the shop refuses something: a code, and what its sentence needs. */
export type Reason = ShopReason | OperatorReason;

export type LabelledField = 'name' | 'email' | 'password' | 'phone' | 'gender' | 'area' | keyof Address;

/** Shoppers read these, in their language: `REASON_TEXTS` in messages/. */
export type ShopReason =
  | { readonly code: 'required' | 'not-a-choice'; readonly field: LabelledField }
  | { readonly code: 'too-long'; readonly field: LabelledField; /** In characters. */ readonly limit: number }
  | { readonly code: 'too-many-lines' | 'bad-quantity'; readonly limit: number }
  | { readonly code: 'order-too-small'; /** In Tk. */ readonly limit: number }
  /** Of a product of which less is in stock than somebody asks for, how many are `left`, and its names. */
  | {
      readonly code: 'product-unavailable';
      readonly left?: number;
      readonly name?: string;
      readonly name_bn?: string;
    }
  | { readonly code: 'picture-too-large'; /** In bytes. */ readonly limit: number }
  | { readonly code: 'too-many-pixels'; readonly limit: number }
  | { readonly code: 'too-many-pictures' | 'too-many-attempts'; /** Until the next try. */ readonly seconds: number }
  | { readonly code: SimpleCode };

/** Operators and programs read these, in English: messages/operator-sentence.ts. */
export type OperatorReason =
  /** A bad value, with the sentence that says what a good one is. */
  | { readonly code: 'malformed'; readonly detail: string }
  | { readonly code: 'unknown-field'; readonly field: string }
  | { readonly code: 'unknown'; readonly what: keyof typeof UNKNOWN }
  | { readonly code: 'changed-meanwhile'; readonly what: keyof typeof CHANGED_MEANWHILE }
  | { readonly code: 'not-sent'; /** Of the mail server. */ readonly fault: string }
  | { readonly code: 'order-status'; readonly status: OrderStatus; readonly change: ChangeName }
  /** What a rider asks for an order that is not with them. */
  | { readonly code: 'not-yours'; readonly status: OrderStatus }
  | { readonly code: keyof typeof OPERATOR_REASONS };

/** What an operation is about, and the sentence when it is not there. */
export const UNKNOWN = {
  order: 'There is no such order.',
  account: 'There is no such account.',
  rider: 'There is no such rider.',
  product: 'There is no such product.',
  operator: 'There is no operator and no invitation with this e-mail address or phone.',
  import: 'Another file has been checked meanwhile. Check yours again.',
  mail: 'This mail was sent meanwhile.',
  backup: 'There is no such backup.',
  passkey: 'This passkey was removed already.',
} as const;

export const CHANGED_MEANWHILE = {
  order: 'The order was changed meanwhile: look at it again.',
  product: 'Somebody else has changed the product meanwhile. Look at it again.',
  handover: 'Something was handed over meanwhile. Nothing more is stored: look at the day again.',
  list: 'Somebody else has changed the list meanwhile. Save again to keep yours instead.',
} as const;

/** The codes that need nothing else, with their sentences. */
export const OPERATOR_REASONS = {
  'ambiguous-id': 'Several orders begin with this: give more of the id.',
  'not-at-door': 'This cannot be done on a round.',
  'too-late': 'There is nothing that can be undone any more.',
  'no-delivery-day': 'Nothing is delivered on this day. Choose another one.',
  'to-confirm': 'It is still to be confirmed: call first.',
  'too-late-at-door': 'It is too late to take this back. Call the shop.',
  'not-your-change': 'Somebody else has done this: it is theirs, or an owner’s, to undo.',
  'change-key-used': 'This key was used for another order or another change: each change needs a key of its own.',
  amount: 'The amount is more than is left.',
  'nothing-left': 'Nothing would be left of the order. Cancel it instead.',
  'not-ordered': 'Packing adds only what comes instead of something that is missing. Change the order for more.',
  'not-by-weight': 'This product is not sold by weight.',
  'over-weight': 'It weighs over 10 % more than was ordered: ask the customer, who has to agree.',
  'dearer-instead': 'It is dearer than what it comes instead of: ask the customer, who has to agree.',
  'no-account-with-email': 'There is no account with this e-mail address.',
  'is-owner': 'This is the address of an owner.',
  'owners-elsewhere': 'Owners are let out with the command line.',
  'owner-needs-email': 'An owner needs an e-mail address.',
  'invalid-login': 'Give an e-mail address, or a mobile number such as 01712345678.',
  'confirm-first': 'Say again who you are.',
  'own-keys': 'This is your own account: another owner can do this, or the command line.',
  'invalid-code': 'This code is not right, or was used before.',
  'second-factor-on': 'The second factor is on already. Switch it off first.',
  'second-factor-off': 'The second factor is not on.',
  'passkey-needed': 'The password alone is not enough: use your passkey.',
  'passkey-not-added': 'The passkey could not be added. Try again.',
  'passkey-not-known': 'This passkey is not known here. Log in with your password.',
  'passkey-not-yours': 'This passkey is not yours. Try again.',
  'product-exists': 'There is a product with this id already.',
  'not-importable': 'This file cannot be imported. Check it again.',
  'import-busy': 'Another file is being checked or imported. Wait until that is done, then check yours again.',
  'not-allowed': 'This is not yours to see or do.',
  'not-counted': 'This product is not counted. Count it first.',
  'not-due': 'The deletion of this account is not due.',
  'not-settled': 'An order of this phone is still open, or not paid yet.',
  'no-rider-invited': 'A rider is invited with the role rider and the id of one, rider.',
  'test-mail-limit': 'No mail was sent. After ten in an hour wait for the next one.',
  'no-backups': 'This shop keeps no backups. Whoever installed it can choose where they go.',
} as const;

export type SimpleCode =
  | 'error'
  | 'unavailable'
  | 'not-signed-in'
  | 'invalid-phone'
  | 'invalid-postcode'
  | 'invalid-email'
  | 'invalid-name'
  | 'invalid-token'
  | 'wrong-password'
  | 'wrong-credentials'
  | 'password-too-short'
  | 'password-too-long'
  | 'password-too-common'
  | 'user-not-found'
  | 'no-user-with-email'
  | 'already-registered'
  | 'account-gone'
  | 'fill-in-details'
  | 'no-area'
  | 'area-not-served'
  | 'text-not-matched'
  | 'cart-empty'
  | 'no-payment-method'
  | 'stripe-not-included'
  | 'something-wrong'
  | 'unknown-order'
  | 'key-reused'
  | 'attempt-void'
  | 'too-many-orders'
  | 'blocked'
  | 'price-changed'
  | 'slot-full'
  | 'picture-formats'
  | 'picture-damaged'
  | 'one-picture-at-a-time'
  | 'pictures-busy';
