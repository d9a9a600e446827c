import { type Banner, NO_BANNER, parseBanner } from '../../../domain/accounts/banner.ts';
import { createStored } from '../local-storage.ts';

/** The confirmation banner's flag (product §2). */
export const banner = createStored<Banner>({ key: 'banner', empty: NO_BANNER, read: parseBanner });
