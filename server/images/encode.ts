/** Turning what people upload into the pictures that pages show. Loaded with the first upload: sharp is large. */
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { PICTURE_WIDTHS } from '../../domain/picture.ts';
import { createGate } from '../gate.ts';
import { pictureFormat } from './format.ts';

/** Larger pictures are refused before they are decoded: 40 megapixels are 160 MB of memory. */
const MOST_PIXELS = 40_000_000;
const MOST_SECONDS = 20;

/** How a picture is framed: products whole, faces in a square. */
export type Framing = 'whole' | 'square';

/** A file of a picture: `-320.webp` and its bytes. */
interface PictureFile {
  suffix: string;
  bytes: Uint8Array;
}

/** A file that is refused, and why. */
export interface Refused {
  kind: 'refused';
  status: 413 | 415 | 422;
  detail: string;
}

export type Encoded = { kind: 'encoded'; files: PictureFile[] } | Refused;

// Every picture passes once: nothing worth keeping, and one thread each.
sharp.cache(false);
sharp.concurrency(1);
const gate = createGate(2);

/**
 * Decodes a JPEG, PNG, WebP, AVIF or GIF (its first frame; told by content, never by name), turns it upright, drops
 * everything that is not picture (place, camera, comments) and encodes it in every width and format of domain/picture.ts.
 */
export async function encodePicture(bytes: Uint8Array, framing: Framing): Promise<Encoded> {
  return withDecoded(bytes, framing, async (decoded) => ({ kind: 'encoded', files: await encode(decoded) }));
}

/** Why `encodePicture` would refuse a file; null when it would not. */
export async function checkPicture(bytes: Uint8Array): Promise<Refused | null> {
  return withDecoded(bytes, 'whole', async () => null);
}

/** A picture's pixels, upright and no larger than the largest width. */
interface Decoded {
  data: Buffer;
  info: OutputInfo;
}

async function withDecoded<T>(
  bytes: Uint8Array,
  framing: Framing,
  work: (decoded: Decoded) => Promise<T>,
): Promise<T | Refused> {
  const format = pictureFormat(bytes);
  if (format === null) return refused(415, 'A picture must be a JPEG, PNG, WebP, AVIF or GIF file.');
  return gate(async () => {
    try {
      // Reads the header alone.
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > MOST_PIXELS) {
        return refused(413, `A picture must have at most ${MOST_PIXELS / 1_000_000} megapixels.`);
      }
      return await work(await decode(bytes, framing));
    } catch {
      // Whatever the decoder says: these bytes are no picture.
      return refused(422, 'The picture is damaged.');
    }
  });
}

function decode(bytes: Uint8Array, framing: Framing): Promise<Decoded> {
  const largest = Math.max(...PICTURE_WIDTHS);
  const fit = framing === 'square' ? 'cover' : 'inside';
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .timeout({ seconds: MOST_SECONDS })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: largest, height: largest, fit, withoutEnlargement: framing === 'whole' })
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
