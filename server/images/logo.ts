import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { LOGO_SIZE } from '../../domain/shop/logo.ts';
import type { EncodedFile } from './encode.ts';
import { LOGO_ICONS } from './logo-icons.ts';

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** For pages, for mails and as icons; `width` is that in pages. What is transparent stays so, but for icons on white. */
export async function encodeLogo({ data, info }: { data: Buffer; info: OutputInfo }) {
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const drawn = (): Sharp => sharp(data, { raw }).ensureAlpha();
  const page = drawn().resize({ ...LOGO_SIZE, fit: 'inside' });
  const shown = await page.clone().webp({ quality: 90, effort: 6 }).toBuffer({ resolveWithObject: true });
  const files: EncodedFile[] = [
    { suffix: '-96.webp', bytes: shown.data },
    { suffix: '-96.png', bytes: await page.png().toBuffer() },
  ];
  for (const { file, size, inner } of LOGO_ICONS) {
    const side = Math.round(size * inner);
    const margin = Math.floor((size - side) / 2);
    const ends = { top: margin, left: margin, bottom: size - side - margin, right: size - side - margin };
    const icon = drawn()
      .resize({ width: side, height: side, fit: 'contain', background: CLEAR })
      .extend({ ...ends, background: CLEAR });
    const bytes = await (inner < 1 ? icon.flatten({ background: '#ffffff' }) : icon).png().toBuffer();
    files.push({ suffix: `-${file}`, bytes });
  }
  return { files, width: shown.info.width };
}
