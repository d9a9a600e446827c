/** The confirmation banner's flag, kept in browser storage (product §2, §3). */
import { asRecord } from './record.ts';

/** What the banner is about, and whether it shows on the home page. */
export interface Banner {
  readonly type: 'order' | 'account-delete' | '';
  readonly flag: boolean;
}

/** No banner: nothing happened, or it was closed. */
export const NO_BANNER: Banner = { type: '', flag: false };

/** The banner in a stored value; none when it is unreadable. */
export function parseBanner(stored: unknown): Banner {
  const { type, flag } = asRecord(stored) ?? {};
  return flag === true && (type === 'order' || type === 'account-delete') ? { type, flag } : NO_BANNER;
}
