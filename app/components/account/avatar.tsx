import { DEFAULT_PROFILE_PICTURE, PROFILE_PICTURE } from '#messages';
import type { UserProfile } from '../../../domain/accounts/account.ts';
import { pictureSources } from '../../../domain/catalogue/picture.ts';
import { Picture } from '../picture.tsx';

export function Avatar({ profile, size = 64 }: { profile: UserProfile; size?: 64 | 96 }) {
  const shape = `${size === 64 ? 'size-16' : 'size-24'} shrink-0 rounded-full bg-tint object-cover`;
  return pictureSources(profile.imgUrl) ? (
    <Picture imgUrl={profile.imgUrl} alt={PROFILE_PICTURE} thumbnail sizes={`${size}px`} eager className={shape} />
  ) : (
    <img src={profile.defaultImg} alt={DEFAULT_PROFILE_PICTURE} width={size} height={size} className={shape} />
  );
}
