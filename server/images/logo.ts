import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { LOGO_HEIGHT, LOGO_ICONS, LOGO_PIXELS } from '../../domain/shop/logo.ts';

/** The widest, in CSS pixels. */
const MAX_WIDTH = 160;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };

/** For pages, for mails and as icons; `width` is that in pages. What is transparent stays so, but for icons on white. */
export async function encodeLogo({ data, info }: { data: Buffer; info: OutputInfo }) {
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
