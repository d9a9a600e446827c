/** Turning what people upload into the pictures that pages show. Loaded with the first upload: sharp is large. */
import pLimit from 'p-limit';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { PICTURES_BUSY, PICTURE_DAMAGED, PICTURE_FORMATS, tooManyPixels } from '../../domain/messages.ts';
import { MOST_PERSON_PIXELS, MOST_PRODUCT_PIXELS, PICTURE_WIDTHS } from '../../domain/picture.ts';
import { pictureFormat } from './format.ts';

const MOST_SECONDS = 20;

/** Pictures decoded at a time: they bound memory, and leave threads to the disk. */
const AT_ONCE = 2;
/** People's pictures that may wait for that, so that nobody waits for long. */
const MOST_WAITING = 3;

/** When to come again after `MOST_WAITING`, in seconds. */
const RETRY_SECONDS = 5;

/** Whose picture it is: a product is shown whole and is sent by the operator, a person in a square, by anyone. */
export type Subject = 'product' | 'person';

/** Larger pictures are refused by their header, before they are decoded. */
const MOST_PIXELS: Readonly<Record<Subject, number>> = { product: MOST_PRODUCT_PIXELS, person: MOST_PERSON_PIXELS };

/** A file of a picture: `-320.webp` and its bytes. */
interface PictureFile {
  suffix: string;
  bytes: Uint8Array;
}

/** A file that is refused, and why. */
export interface Refused {
  kind: 'refused';
  status: 413 | 415 | 422 | 429 | 503;
  detail: string;
  /** In how many seconds it may be taken. */
  retryAfter?: number;
}

export type Encoded = { kind: 'encoded'; files: PictureFile[] } | Refused;

// Every picture passes once: nothing worth keeping, and one thread each.
sharp.cache(false);
sharp.concurrency(1);
const limit = pLimit(AT_ONCE);

/**
 * Decodes a JPEG, PNG, WebP, AVIF or GIF (its first frame; told by content, never by name), turns it upright, drops
 * everything that is not picture (place, camera, comments) and encodes it in every width and format of domain/picture.ts.
 * A person's is refused (503) while too many wait.
 */
export async function encodePicture(bytes: Uint8Array, subject: Subject): Promise<Encoded> {
  return withDecoded(bytes, subject, async (decoded) => ({ kind: 'encoded', files: await encode(decoded) }));
}

/** Why `encodePicture` would refuse a product's file; null when it would not. */
export async function checkPicture(bytes: Uint8Array): Promise<Refused | null> {
  return withDecoded(bytes, 'product', async () => null);
}

/** A picture's pixels, upright and no larger than the largest width. */
interface Decoded {
  data: Buffer;
  info: OutputInfo;
}

async function withDecoded<T>(
  bytes: Uint8Array,
  subject: Subject,
  work: (decoded: Decoded) => Promise<T>,
): Promise<T | Refused> {
  const format = pictureFormat(bytes);
  if (format === null) return refused(415, PICTURE_FORMATS);
  if (subject === 'person' && limit.pendingCount >= MOST_WAITING) {
    return { ...refused(503, PICTURES_BUSY), retryAfter: RETRY_SECONDS };
  }
  return limit(async () => {
    try {
      // Reads the header alone.
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      const most = MOST_PIXELS[subject];
      return width * height > most ? refused(413, tooManyPixels(most)) : await work(await decode(bytes, subject));
    } catch {
      // Whatever the decoder says: these bytes are no picture.
      return refused(422, PICTURE_DAMAGED);
    }
  });
}

function decode(bytes: Uint8Array, subject: Subject): Promise<Decoded> {
  const largest = Math.max(...PICTURE_WIDTHS);
  const fit = subject === 'person' ? 'cover' : 'inside';
  return sharp(bytes, { limitInputPixels: MOST_PIXELS[subject], failOn: 'error', pages: 1 })
    .timeout({ seconds: MOST_SECONDS })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: largest, height: largest, fit, withoutEnlargement: subject === 'product' })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function encode({ data, info }: Decoded): Promise<PictureFile[]> {
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files: PictureFile[] = [];
  for (const width of PICTURE_WIDTHS) {
    const sized = (): Sharp =>
      sharp(data, { raw }).resize({ width, height: width, fit: 'inside', withoutEnlargement: true });
    files.push({ suffix: `-${width}.avif`, bytes: await sized().avif({ quality: 55, effort: 3 }).toBuffer() });
    files.push({ suffix: `-${width}.webp`, bytes: await sized().webp({ quality: 78, effort: 4 }).toBuffer() });
  }
  return files;
}

function refused(status: Refused['status'], detail: string): Refused {
  return { kind: 'refused', status, detail };
}
