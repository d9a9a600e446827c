/** Turns uploads into the pictures that pages show. Imported with the first upload, because sharp needs much memory. */
import pLimit from 'p-limit';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { MAX_PROFILE_PIXELS, MAX_PRODUCT_PIXELS, PICTURE_WIDTHS } from '../../domain/catalogue/picture.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { isPicture } from './format.ts';
import { LOGO_HEIGHT, LOGO_ICONS, LOGO_PIXELS } from '../../domain/shop/logo.ts';

const MAX_SECONDS = 20;

/** How many pictures are decoded at a time. Limits the memory, and leaves threads for file access. */
const AT_ONCE = 2;
/** How many profile pictures may wait, so that nobody waits for long. */
const MAX_WAITING = 3;

const RETRY_SECONDS = 5;

/** A product's picture is kept whole, or cut to the shape of a card. A person's is cut to a square. A logo is whole. */
export type Subject = 'product' | 'card' | 'person' | 'logo';

interface EncodedPicture {
  files: { suffix: string; bytes: Uint8Array }[];
  /** Of a logo. */
  width?: number;
}

/** The shape of the pictures in cards (`aspect-4/3`), and how far from it a picture may be and stay whole. */
const CARD_RATIO = 4 / 3;
const CARD_TOLERANCE = 0.02;

// Each picture is decoded once, so sharp's cache would be of no use. One thread each, because two run at a time.
sharp.cache(false);
sharp.concurrency(1);
const limit = pLimit(AT_ONCE);

/**
 * JPEG, PNG, WebP, AVIF or GIF (first frame only), recognised by content, never by name. It comes out upright in every
 * width and format of domain/catalogue/picture.ts, without metadata (place, camera, comments). A person's picture is
 * refused (503) while too many wait.
 */
export async function encodePicture(bytes: Uint8Array, subject: Subject): Promise<Outcome<EncodedPicture>> {
  if (!isPicture(bytes)) return refused(415, { code: 'picture-formats' });
  if (subject === 'person' && limit.pendingCount >= MAX_WAITING) {
    return refused(503, { code: 'pictures-busy' }, { retryAfter: RETRY_SECONDS });
  }
  return limit(async () => {
    try {
      const { autoOrient: upright } = await sharp(bytes, { limitInputPixels: false }).metadata();
      const most = subject === 'person' ? MAX_PROFILE_PIXELS : MAX_PRODUCT_PIXELS;
      // Refused by the header, before it is decoded.
      if (upright.width * upright.height > most) return refused(413, { code: 'too-many-pixels', limit: most });
      const drawn = await decode(bytes, most, subject === 'card' ? cardSize(upright) : FITS[subject]);
      return done(await (subject === 'logo' ? encodeLogo(drawn) : encode(drawn)));
    } catch {
      // Whatever the decoder's error is: these bytes are no picture.
      return refused(422, { code: 'picture-damaged' });
    }
  });
}

/** Draws the upright pixels of a picture, as often as they are needed. */
async function decode(bytes: Uint8Array, most: number, size: ResizeOptions): Promise<() => Sharp> {
  const { data, info } = await sharp(bytes, { limitInputPixels: most, failOn: 'error', pages: 1 })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .toColourspace('srgb')
    .resize(size)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return () => sharp(data, { raw });
}

const LARGEST = Math.max(...PICTURE_WIDTHS);
const within = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'inside',
  withoutEnlargement: true,
});
const FITS = {
  product: within(LARGEST),
  person: { width: LARGEST, height: LARGEST, fit: 'cover' },
  logo: within(1_024),
} as const;

/** Cuts away what is least interesting at two sides, and enlarges nothing. */
function cardSize({ width, height }: { width: number; height: number }): ResizeOptions {
  if (Math.abs(width / height / CARD_RATIO - 1) <= CARD_TOLERANCE) return FITS.product;
  const cardWidth = Math.max(1, Math.round(Math.min(LARGEST, width, height * CARD_RATIO)));
  const cardHeight = Math.max(1, Math.round(cardWidth / CARD_RATIO));
  return { width: cardWidth, height: cardHeight, fit: 'cover', position: sharp.strategy.attention };
}

async function encode(drawn: () => Sharp): Promise<EncodedPicture> {
  const files = [];
  for (const width of PICTURE_WIDTHS) {
    const sized = (): Sharp => drawn().resize(within(width));
    files.push({ suffix: `-${width}.avif`, bytes: await sized().avif({ quality: 55, effort: 3 }).toBuffer() });
    files.push({ suffix: `-${width}.webp`, bytes: await sized().webp({ quality: 78, effort: 4 }).toBuffer() });
  }
  return { files };
}

/** The widest, in CSS pixels. */
const MAX_WIDTH = 160;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };

/** For pages, mails and as icons. `width` is that in pages. What is transparent stays so, but for icons on white. */
async function encodeLogo(drawn: () => Sharp): Promise<EncodedPicture> {
  const page = drawn()
    .ensureAlpha()
    .resize({ width: MAX_WIDTH * LOGO_PIXELS, height: LOGO_HEIGHT * LOGO_PIXELS, fit: 'inside' });
  const shown = await page.clone().webp({ quality: 90, effort: 6 }).toBuffer({ resolveWithObject: true });
  const files = [
    { suffix: '-96.webp', bytes: shown.data },
    { suffix: '-96.png', bytes: await page.png().toBuffer() },
  ];
  for (const [file, { side, inner }] of Object.entries(LOGO_ICONS)) {
    const margin = (side - inner) / 2;
    const background = inner < side ? WHITE : CLEAR;
    const icon = drawn()
      .ensureAlpha()
      .flatten(inner < side && { background })
      .resize({ width: inner, height: inner, fit: 'contain', background })
      .extend({ top: margin, left: margin, bottom: margin, right: margin, background });
    files.push({ suffix: `-${file}`, bytes: await icon.png().toBuffer() });
  }
  return { files, width: shown.info.width };
}
