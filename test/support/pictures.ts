/** Pictures for tests, valid and hostile. */
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A JPEG of `width` × `height` pixels with noise, so that the file is not tiny. */
export function jpeg(width: number, height: number): Promise<Buffer> {
  return noise(width, height).jpeg().toBuffer();
}

/** The same as a PNG. */
export function png(width: number, height: number): Promise<Buffer> {
  return noise(width, height).png().toBuffer();
}

/** A rotated JPEG with EXIF data: its orientation, place and camera. */
export function sidewaysJpegWithSecrets(): Promise<Buffer> {
  return noise(60, 40)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '23/1 48/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();
}

/** A small PNG file whose header claims `width` × `height` pixels. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An AVIF with 8,000 × 5,000 pixels of one colour, in 1 kB. */
export const HUGE_AVIF = path.join(import.meta.dirname, 'forty-megapixels.avif');

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>',
);

export const HTML = Buffer.from('<!doctype html><script>alert(document.cookie)</script>');

function noise(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#3a5', noise } });
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
