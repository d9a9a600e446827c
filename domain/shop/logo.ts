/** The operator's logo: files of one name, which has the width of the picture, so that pages leave space for it before it is loaded. */

/** In CSS pixels; files have three for one. */
export const LOGO_HEIGHT = 32;
const SCALE = 3;

/** Of the picture that pages show, in its own pixels. */
export const LOGO_SIZE = { width: 160 * SCALE, height: LOGO_HEIGHT * SCALE };

/** The address of that picture: `<name>` is `l/<hash>-<width>`. */
const LOGO = /^\/images\/(l\/[0-9a-f]{16}-(\d{1,3}))-96\.webp$/;

type LogoFile = '96.png' | 'icon-32.png' | 'icon-180.png' | 'icon-192.png' | 'icon-512.png' | 'maskable-512.png';

export function logoUrl(name: string): string {
  return `/images/${name}-96.webp`;
}

/** Null when it is no logo's address. */
export function logoName(address: string): string | null {
  return LOGO.exec(address)?.[1] ?? null;
}

/** The address of one of its other files: an icon, or what mails show. */
export function logoFile(address: string, file: LogoFile): string {
  return address.replace('96.webp', file);
}

/** In CSS pixels. */
export function logoWidth(address: string): number {
  return Math.round(Number(LOGO.exec(address)?.[2]) / SCALE);
}
