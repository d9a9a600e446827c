import * as messages from '#messages';
import { REASON_TEXTS } from '#reasons';
import { asRecord } from '../base/record.ts';
import type { LabelledField, Reason, ShopReason } from '../domain/outcome.ts';
import { formatMessage, formatPrice, productName } from './format.ts';

interface ReasonValues {
  code: ShopReason['code'];
  field?: LabelledField;
  limit?: number;
  seconds?: number;
  left?: number;
  name?: string;
  name_bn?: string;
}

/** The sentence for a problem of an endpoint. Null when it is not the shop's: a proxy can answer too. */
export function problemSentence(problem: unknown): string | null {
  const { detail, reason } = asRecord(problem) ?? {};
  if (typeof detail !== 'string') return null;
  // A newer shop may have reasons that this page does not know.
  if (isShopReason(reason)) return sentenceOf(reason);
  return messages.LANGUAGE === 'en' ? detail : messages.AN_ERROR_OCCURED;
}

function isShopReason(value: unknown): value is ShopReason {
  const { code, field = 'name' } = asRecord(value) ?? {};
  return Object.hasOwn(REASON_TEXTS, String(code)) && Object.hasOwn(messages.FIELD_LABELS, String(field));
}

/** The sentence for a shopper, in the page's language. operator-sentence.ts has those for operators. */
export function sentenceOf(reason: Reason): string {
  if (reason.code === 'malformed' && messages.LANGUAGE === 'en') return reason.detail;
  if (!isShopReason(reason)) return messages.AN_ERROR_OCCURED;
  const { code, field = 'name', limit = 0, seconds = 0, left, name = '', name_bn = '' }: ReasonValues = reason;
  if (left !== undefined) return formatMessage(messages.ONLY_LEFT_OF, { left, name: productName({ name, name_bn }) });
  const text: string = REASON_TEXTS[code];
  return formatMessage(text, {
    field: messages.FIELD_LABELS[field],
    limit,
    price: formatPrice(limit),
    megabytes: limit / 1024 / 1024,
    megapixels: limit / 1_000_000,
    n: Math.ceil(seconds / 60),
  });
}
