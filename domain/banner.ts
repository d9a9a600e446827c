/** The confirmation banner's flag, kept in browser storage (product §2, §3). */
import { asRecord } from './record.ts';

const BANNER_TYPES = ['order', 'account-delete'] as const;
export type BannerType = (typeof BANNER_TYPES)[number];

/** What the banner is about, and whether it shows on the home page. */
export interface Banner {
  readonly type: BannerType | '';
  readonly flag: boolean;
}

/** No banner: nothing happened, or it was closed. */
export const NO_BANNER: Banner = { type: '', flag: false };

/** The banner in a stored value; none when it is unreadable. */
export function parseBanner(stored: unknown): Banner {
  const { type: kept, flag } = asRecord(stored) ?? {};
  const type = BANNER_TYPES.find((type) => type === kept);
  return flag === true && type ? { type, flag } : NO_BANNER;
}
