/** Why the shop refuses something: a code, and what its sentence needs. The sentences are in messages/sentence.ts. */

import type { Address } from './accounts/address.ts';

export type LabelledField = 'name' | 'email' | 'password' | 'phone' | 'gender' | 'area' | keyof Address;

export type Reason =
  | { readonly code: 'required' | 'not-a-choice'; readonly field: LabelledField }
  | { readonly code: 'too-long'; readonly field: LabelledField; /** In characters. */ readonly limit: number }
  | { readonly code: 'too-many-lines' | 'bad-quantity'; readonly limit: number }
  | { readonly code: 'order-too-small'; /** In Tk. */ readonly limit: number }
  | { readonly code: 'picture-too-large'; /** In bytes. */ readonly limit: number }
  | { readonly code: 'too-many-pixels'; readonly limit: number }
  | { readonly code: 'too-many-pictures' | 'too-many-attempts'; /** Until the next try. */ readonly seconds: number }
  | { readonly code: SimpleCode }
  /** A fault of a program, with a sentence in English for whoever writes it. */
  | { readonly code: 'malformed'; readonly detail: string };

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
  | 'key-reused'
  | 'attempt-void'
  | 'too-many-orders'
  | 'blocked'
  | 'price-changed'
  | 'product-unavailable'
  | 'picture-formats'
  | 'picture-damaged'
  | 'one-picture-at-a-time'
  | 'pictures-busy';
