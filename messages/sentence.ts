import * as messages from '#messages';
import { asRecord } from '../base/record.ts';
import type { Reason, SimpleCode } from '../domain/reason.ts';
import { formatMessage, formatPrice } from './format.ts';

export const SENTENCES: Readonly<Record<SimpleCode, string>> = {
  error: messages.AN_ERROR_OCCURED,
  unavailable: messages.SHOP_UNAVAILABLE,
  'not-signed-in': messages.LOG_IN_FIRST,
  'invalid-phone': messages.INVALID_PHONE,
  'invalid-postcode': messages.INVALID_POSTCODE,
  'invalid-email': messages.INVALID_EMAIL,
  'invalid-name': messages.NAME_CONTROL_CHARACTERS,
  'invalid-token': messages.INVALID_TOKEN,
  'wrong-password': messages.CURRENT_PASSWORD_WRONG,
  'wrong-credentials': messages.WRONG_CREDENTIALS,
  'password-too-short': messages.PASSWORD_TOO_SHORT,
  'password-too-long': messages.PASSWORD_TOO_LONG,
  'password-too-common': messages.PASSWORD_TOO_COMMON,
  'user-not-found': messages.USER_NOT_FOUND,
  'no-user-with-email': messages.NO_USER_WITH_EMAIL,
  'already-registered': messages.ALREADY_REGISTERED,
  'account-gone': messages.ACCOUNT_GONE,
  'fill-in-details': messages.FILL_YOUR_DETAILS,
  'no-area': messages.CHOOSE_YOUR_AREA,
  'area-not-served': messages.AREA_NOT_SERVED,
  'text-not-matched': messages.TEXT_NOT_MATCHED,
  blocked: messages.CALL_TO_ORDER,
  'cart-empty': messages.PAYMENT_CART_EMPTY,
  'no-payment-method': messages.SELECT_PAYMENT_METHOD,
  'stripe-not-included': messages.STRIPE_NOT_INCLUDED,
  'something-wrong': messages.SOMETHING_WRONG,
  'key-reused': messages.KEY_REUSED,
  'attempt-void': messages.ORDER_NOT_PLACED,
  'too-many-orders': messages.TOO_MANY_ORDERS,
  'price-changed': messages.PRICE_CHANGED,
  'product-unavailable': messages.PRODUCT_UNAVAILABLE,
  'picture-formats': messages.PICTURE_FORMATS,
  'picture-damaged': messages.PICTURE_DAMAGED,
  'one-picture-at-a-time': messages.ONE_PICTURE_AT_A_TIME,
  'pictures-busy': messages.PICTURES_BUSY,
};

const WITH_PARAMETERS: ReadonlySet<string> = new Set<Reason['code']>([
  'required',
  'not-a-choice',
  'too-long',
  'too-many-lines',
  'bad-quantity',
  'order-too-small',
  'picture-too-large',
  'too-many-pixels',
  'too-many-pictures',
  'too-many-attempts',
]);

/** The sentence for a problem of an endpoint. Null when it is not the shop's: a proxy can answer too. */
export function problemSentence(problem: unknown): string | null {
  const { detail, reason } = asRecord(problem) ?? {};
  if (typeof detail !== 'string') return null;
  // A newer shop may have reasons that this page does not know.
  if (isReason(reason)) return sentenceOf(reason);
  return messages.LANGUAGE === 'en' ? detail : messages.AN_ERROR_OCCURED;
}

function isReason(value: unknown): value is Reason {
  const { code, field = 'name' } = asRecord(value) ?? {};
  if (typeof code !== 'string' || typeof field !== 'string' || !Object.hasOwn(messages.FIELD_LABELS, field))
    return false;
  return Object.hasOwn(SENTENCES, code) || WITH_PARAMETERS.has(code);
}

/** The sentence for a reason, in the page's language; in that of an endpoint's `detail`, English, in app/api/. */
export function sentenceOf(reason: Reason): string {
  switch (reason.code) {
    case 'required':
      return formatMessage(messages.REQUIRED, { field: messages.FIELD_LABELS[reason.field] });
    case 'not-a-choice':
      return formatMessage(messages.NOT_A_CHOICE, { field: messages.FIELD_LABELS[reason.field] });
    case 'too-long':
      return formatMessage(messages.TOO_LONG, { field: messages.FIELD_LABELS[reason.field], limit: reason.limit });
    case 'too-many-lines':
      return formatMessage(messages.TOO_MANY_LINES, { limit: reason.limit });
    case 'bad-quantity':
      return formatMessage(messages.BAD_QUANTITY, { limit: reason.limit });
    case 'order-too-small':
      return formatMessage(messages.SMALLEST_ORDER, { price: formatPrice(reason.limit) });
    case 'picture-too-large':
      return formatMessage(messages.PICTURE_TOO_LARGE, { megabytes: reason.limit / 1024 / 1024 });
    case 'too-many-pixels':
      return formatMessage(messages.TOO_MANY_PIXELS, { megapixels: reason.limit / 1_000_000 });
    case 'too-many-pictures':
      return formatMessage(messages.TOO_MANY_PICTURES, { n: Math.ceil(reason.seconds / 60) });
    case 'too-many-attempts':
      return formatMessage(messages.TOO_MANY_ATTEMPTS, { n: Math.ceil(reason.seconds / 60) });
    case 'malformed':
      return messages.LANGUAGE === 'en' ? reason.detail : messages.AN_ERROR_OCCURED;
    default:
      return SENTENCES[reason.code];
  }
}
