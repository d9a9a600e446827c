/** Turns uploads into the pictures that pages show. Imported with the first upload, because sharp needs much memory. */
import pLimit from 'p-limit';
import sharp, { type ResizeOptions, type Sharp, type OutputInfo } from 'sharp';
import { MAX_PROFILE_PIXELS, MAX_PRODUCT_PIXELS, PICTURE_WIDTHS } from '../../domain/catalogue/picture.ts';
import type { Reason } from '../../domain/reason.ts';
import { pictureFormat } from './format.ts';
import { LOGO_HEIGHT, LOGO_ICONS, LOGO_PIXELS } from '../../domain/shop/logo.ts';

const MAX_SECONDS = 20;

/** How many pictures are decoded at a time. Limits the memory, and leaves threads for file access. */
const AT_ONCE = 2;
/** How many profile pictures may wait, so that nobody waits for long. */
const MAX_WAITING = 3;

const RETRY_SECONDS = 5;

/** A product's picture comes from the operator: it is kept whole, or cut to a card's shape. A person's is anyone's: cut to a square. A logo is kept whole. */
export type Subject = 'product' | 'card' | 'person' | 'logo';

/** The most pixels. Larger pictures are refused after reading their header, before they are decoded. */
const MAX_PIXELS: Readonly<Record<Subject, number>> = {
  product: MAX_PRODUCT_PIXELS,
  card: MAX_PRODUCT_PIXELS,
  person: MAX_PROFILE_PIXELS,
  logo: MAX_PRODUCT_PIXELS,
};

/** The shape of the pictures in the cards of the shop (`aspect-4/3`), and how far from it a picture may be and stay whole. */
const CARD_RATIO = 4 / 3;
const CARD_TOLERANCE = 0.02;

export interface Refused {
  kind: 'refused';
  status: 413 | 415 | 422 | 429 | 503;
  reason: Reason;
  /** After how many seconds to try again. */
  retryAfter?: number;
}

/** `width`: of a logo. */
export type Encoded = { kind: 'encoded'; files: { suffix: string; bytes: Uint8Array }[]; width?: number } | Refused;

// Each picture is decoded once, so sharp's cache would be of no use. One thread each, because two run at a time.
sharp.cache(false);
sharp.concurrency(1);
const limit = pLimit(AT_ONCE);

/**
 * JPEG, PNG, WebP, AVIF or GIF (first frame only), recognised by content, never by name, in every width and format of domain/catalogue/picture.ts.
 * Upright; metadata (place, camera, comments) is dropped. A person's picture is refused (503) while too many wait.
 */
export async function encodePicture(bytes: Uint8Array, subject: Subject): Promise<Encoded> {
  const format = pictureFormat(bytes);
  if (format === null) return refused(415, { code: 'picture-formats' });
  if (subject === 'person' && limit.pendingCount >= MAX_WAITING) {
    return { ...refused(503, { code: 'pictures-busy' }), retryAfter: RETRY_SECONDS };
  }
  return limit(async () => {
    try {
      const { autoOrient: upright } = await sharp(bytes, { limitInputPixels: false }).metadata();
      const most = MAX_PIXELS[subject];
      if (upright.width * upright.height > most) return refused(413, { code: 'too-many-pixels', limit: most });
      const pixels = await decode(bytes, { subject, upright });
      return { kind: 'encoded', ...(subject === 'logo' ? await encodeLogo(pixels) : { files: await encode(pixels) }) };
    } catch {
      // Whatever the decoder's error is: these bytes are no picture.
      return refused(422, { code: 'picture-damaged' });
    }
  });
}

interface Size {
  width: number;
  height: number;
}

/** A picture's pixels, upright and no larger than the largest width. */
function decode(bytes: Uint8Array, { subject, upright }: { subject: Subject; upright: Size }) {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS[subject], failOn: 'error', pages: 1 })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .toColourspace('srgb')
    .resize(subject === 'card' ? cardSize(upright) : { ...LARGEST, ...FITS[subject] })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

const LARGEST = { width: Math.max(...PICTURE_WIDTHS), height: Math.max(...PICTURE_WIDTHS) };
const FITS: Readonly<Record<'product' | 'person' | 'logo', ResizeOptions>> = {
  product: { fit: 'inside', withoutEnlargement: true },
  person: { fit: 'cover' },
  logo: { width: 1_024, height: 1_024, fit: 'inside', withoutEnlargement: true },
};

/** Cuts away what is least interesting at two sides, and enlarges nothing. */
function cardSize({ width, height }: Size): ResizeOptions {
  if (Math.abs(width / height / CARD_RATIO - 1) <= CARD_TOLERANCE) return { ...LARGEST, ...FITS.product };
  const cardWidth = Math.max(1, Math.round(Math.min(LARGEST.width, width, height * CARD_RATIO)));
  const cardHeight = Math.max(1, Math.round(cardWidth / CARD_RATIO));
  return { width: cardWidth, height: cardHeight, fit: 'cover', position: sharp.strategy.attention };
}

async function encode({ data, info }: Awaited<ReturnType<typeof decode>>) {
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files = [];
  for (const width of PICTURE_WIDTHS) {
    const sized = (): Sharp =>
      sharp(data, { raw }).resize({ width, height: width, fit: 'inside', withoutEnlargement: true });
    files.push({ suffix: `-${width}.avif`, bytes: await sized().avif({ quality: 55, effort: 3 }).toBuffer() });
    files.push({ suffix: `-${width}.webp`, bytes: await sized().webp({ quality: 78, effort: 4 }).toBuffer() });
  }
  return files;
}

function refused(status: Refused['status'], reason: Reason): Refused {
  return { kind: 'refused', status, reason };
}

/** The widest, in CSS pixels. */
const MAX_WIDTH = 160;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };

/** For pages, for mails and as icons; `width` is that in pages. What is transparent stays so, but for icons on white. */
async function encodeLogo({ data, info }: { data: Buffer; info: OutputInfo }) {
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const drawn = (): Sharp => sharp(data, { raw }).ensureAlpha();
  const page = drawn().resize({ width: MAX_WIDTH * LOGO_PIXELS, height: LOGO_HEIGHT * LOGO_PIXELS, fit: 'inside' });
  const shown = await page.clone().webp({ quality: 90, effort: 6 }).toBuffer({ resolveWithObject: true });
  const files = [
    { suffix: '-96.webp', bytes: shown.data },
    { suffix: '-96.png', bytes: await page.png().toBuffer() },
  ];
  for (const [file, { side, inner }] of Object.entries(LOGO_ICONS)) {
    const margin = (side - inner) / 2;
    const background = inner < side ? WHITE : CLEAR;
    const icon = drawn()
      .flatten(inner < side && { background })
      .resize({ width: inner, height: inner, fit: 'contain', background })
      .extend({ top: margin, left: margin, bottom: margin, right: margin, background });
    files.push({ suffix: `-${file}`, bytes: await icon.png().toBuffer() });
  }
  return { files, width: shown.info.width };
}
