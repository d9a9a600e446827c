/** The confirmation banner's flag, stored in the browser (product §2, §3). */
import { asRecord } from '../../base/record.ts';

const BANNER_TYPES = ['order', 'account-delete'] as const;
export type BannerType = (typeof BANNER_TYPES)[number];

export interface Banner {
  readonly type: BannerType | '';
  readonly flag: boolean;
}

export const NO_BANNER: Banner = { type: '', flag: false };

export function parseBanner(stored: unknown): Banner {
  const { type: storedType, flag } = asRecord(stored) ?? {};
  const type = BANNER_TYPES.find((type) => type === storedType);
  return flag === true && type ? { type, flag } : NO_BANNER;
}
