/** Which files show a picture, and how large one may be. Own pictures exist in three widths and two formats under content-hashed names. */

/** The widths, in pixels, that every own picture is stored in. */
export const PICTURE_WIDTHS = [160, 320, 480] as const;

/** The width whose file is a picture's address. */
const ADDRESS_WIDTH: (typeof PICTURE_WIDTHS)[number] = 320;

/** The largest picture file taken, in bytes. */
export const MOST_PICTURE_BYTES = 5 * 1024 * 1024;

/** The most pixels of a picture that the operator takes for a product. */
export const MOST_PRODUCT_PIXELS = 40_000_000;

/** The most pixels of a picture that a customer may send. AVIF, the slowest to decode, takes some 2 s for as many. */
export const MOST_PERSON_PIXELS = 16_000_000;

/** An own picture: `<name>` is `p/<hash>` for products, `u/<hash>` for profile pictures. */
const OWN_PICTURE = new RegExp(`^/images/([pu]/[A-Za-z0-9_-]+)-${ADDRESS_WIDTH}\\.webp$`);

/** Contents of `srcset` attributes (own pictures only) and of `src`. */
export interface PictureSources {
  avif?: string;
  webp?: string;
  src: string;
}

/**
 * The sources of a product's or a profile's picture. Another http(s) URL or path of this site is used as it is; null
 * where the placeholder stands instead.
 */
export function pictureSources(imgUrl: string | null): PictureSources | null {
  if (!imgUrl) return null;
  const name = OWN_PICTURE.exec(imgUrl)?.[1];
  if (name !== undefined) return { avif: srcset(name, 'avif'), webp: srcset(name, 'webp'), src: imgUrl };
  return /^(?:https?:\/\/|\/(?![\\/]))/i.test(imgUrl) ? { src: imgUrl } : null;
}

/** The address by which an own picture is known: `p/abc` → `/images/p/abc-320.webp`. */
export function pictureUrl(name: string): string {
  return `/images/${name}-${ADDRESS_WIDTH}.webp`;
}

/** The `<name>` of an own picture's address, or null for any other text. */
export function pictureName(imgUrl: string): string | null {
  return OWN_PICTURE.exec(imgUrl)?.[1] ?? null;
}

function srcset(name: string, format: 'avif' | 'webp'): string {
  return PICTURE_WIDTHS.map((width) => `/images/${name}-${width}.${format} ${width}w`).join(', ');
}
