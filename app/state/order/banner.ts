import { type Banner, type BannerType, NO_BANNER, parseBanner } from '../../../domain/banner.ts';
import { createStored } from '../local-storage.ts';

/** The confirmation banner's flag (product §2). */
export const banner = createStored<Banner>({ key: 'banner', empty: NO_BANNER, read: parseBanner });

export function showBanner(type: BannerType): void {
  banner.set({ type, flag: true });
}

export function hideBanner(): void {
  banner.set(NO_BANNER);
}
