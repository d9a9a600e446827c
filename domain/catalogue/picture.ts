/** The shop's own pictures exist in three widths and two formats under content-hashed names. */
import { fold } from '../typed/text.ts';

/** Names of files that are one to people: in any case, with either slash, with letters that look the same. */
export function pictureKey(name: string): string {
  return fold(name.replaceAll('\\', '/'));
}

/** In pixels. */
export const PICTURE_WIDTHS = [160, 320, 480] as const;

/** The width of the file whose URL is the picture's address. */
const MAIN_WIDTH: (typeof PICTURE_WIDTHS)[number] = 320;

/** Of an uploaded file, in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

export const MAX_PRODUCT_PIXELS = 40_000_000;

/** AVIF is the slowest format: decoding this many takes about 2 s. */
export const MAX_PROFILE_PIXELS = 16_000_000;

/** The address of an own picture: `<name>` is `p/<hash>` for products, `u/<hash>` for profile pictures. */
const OWN_PICTURE = new RegExp(`^/images/([pu]/[A-Za-z0-9_-]+)-${MAIN_WIDTH}\\.webp$`);

/**
 * The attributes `srcset`, for own pictures, and `src`. Browsers without AVIF are old, and get the main file. A
 * `thumbnail` is at most 100 px wide. Other URLs and paths are used unchanged. Null: show the placeholder.
 */
export function pictureSources(imgUrl: string | null, thumbnail = false) {
  if (!imgUrl) return null;
  const name = pictureName(imgUrl);
  // Screens have up to three pixels for one of a style sheet.
  const widths = thumbnail ? PICTURE_WIDTHS.slice(0, 2) : PICTURE_WIDTHS.slice(1);
  const avif = widths.map((width) => `/images/${name}-${width}.avif ${width}w`).join(', ');
  if (name !== null) return { avif, src: imgUrl };
  return /^(?:https?:\/\/|\/(?![\\/]))/i.test(imgUrl) ? { src: imgUrl } : null;
}

/** The address of an own picture: `p/abc` → `/images/p/abc-320.webp`. */
export function pictureUrl(name: string): string {
  return `/images/${name}-${MAIN_WIDTH}.webp`;
}

export function pictureName(imgUrl: string): string | null {
  return OWN_PICTURE.exec(imgUrl)?.[1] ?? null;
}
