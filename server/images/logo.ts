import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { LOGO_HEIGHT, LOGO_ICONS, LOGO_PIXELS } from '../../domain/shop/logo.ts';

/** The widest, in CSS pixels. */
const MAX_WIDTH = 160;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

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
    const own = Math.round(side * inner);
    const margin = (side - own) / 2;
    const icon = drawn()
      .resize({ width: own, height: own, fit: 'contain', background: CLEAR })
      .extend({
        top: Math.floor(margin),
        left: Math.floor(margin),
        bottom: Math.ceil(margin),
        right: Math.ceil(margin),
        background: CLEAR,
      });
    if (inner < 1) icon.flatten({ background: 'white' });
    files.push({ suffix: `-${file}`, bytes: await icon.png().toBuffer() });
  }
  return { files, width: shown.info.width };
}
