import { asciiDigits } from '../../base/digits.ts';
import { cleanText } from './text.ts';

/** '+88 ০১৭১১-০০০ ১০১' → '+8801711000101': without what stands between the digits. Any other text is only cleaned. */
export function readPhone(text: string): string {
  return asciiDigits(cleanText(text)).replace(/[\s\p{Pd}]/gu, '');
}

/** '01711-000101', '8801711000101', '+880 (0)1711 000101' → '+8801711000101'. Null for what is no mobile number of Bangladesh. */
export function readMobile(text: string): string | null {
  const [, mobile] = /^(?:(?:\+|00)?880?)?(01[3-9]\d{8})$/.exec(readPhone(text).replace(/[().]/g, '')) ?? [];
  return mobile === undefined ? null : `+88${mobile}`;
}

/** Opens WhatsApp with a text for this phone; null when it has no mobile number of Bangladesh. */
export function whatsAppLink(phone: string, text: string): string | null {
  const mobile = readMobile(phone);
  return mobile && `https://wa.me/${mobile.slice(1)}?text=${encodeURIComponent(text)}`;
}
