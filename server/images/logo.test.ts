import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hugePng, png, SVG } from '../../test/support/pictures.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import { LOGO_ICONS, logoFile, logoWidth } from '../../domain/shop/logo.ts';
import { createImages, type Images } from './images.ts';

const newFolder = temporaryFolders();
const open = async (): Promise<Images> => createImages({ kind: 'files', directory: await newFolder() });

/** A red bar on nothing. */
function drawing(width: number, height: number) {
  const bar = { create: { width, height: Math.ceil(height / 2), channels: 3, background: '#e11d48' } } as const;
  return sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: bar, top: 0, left: 0 }])
    .withExifMerge({ IFD0: { Make: 'SecretCamera' } });
}

async function stored(images: Images, file: Buffer): Promise<string> {
  const outcome = await images.storeLogo(file);
  if (!outcome.ok) throw new Error(outcome.reason.code);
  return outcome.value.imgUrl;
}

async function shown(images: Images, address: string) {
  const file = await images.read(address);
  const picture = sharp(file?.body);
  return { type: file?.contentType, ...(await picture.metadata()), ...(await picture.stats()) };
}

test.each(['png', 'webp'] as const)('a logo (%s) is encoded anew for pages, mails and systems', async (format) => {
  const images = await open();
  const logo = await stored(images, await drawing(300, 200).toFormat(format).toBuffer());
  expect(logo).toMatch(/^\/images\/l\/[0-9a-f]{16}-144-96\.webp$/);
  expect(await images.has(logo)).toBe(true);
  expect(logoWidth(logo)).toBe(48);
  const page = await shown(images, logo);
  expect(page).toMatchObject({ type: 'image/webp', format: 'webp', width: 144, height: 96, isOpaque: false });
  expect(page.exif).toBeUndefined();
  expect(await shown(images, logoFile(logo, '96.png'))).toMatchObject({ type: 'image/png', width: 144, height: 96 });
  for (const [file, { side, inner }] of Object.entries(LOGO_ICONS)) {
    const icon = await shown(images, logoFile(logo, file as keyof typeof LOGO_ICONS));
    expect(icon).toMatchObject({ format: 'png', width: side, height: side, isOpaque: inner < side });
  }
});

test('a wide logo is at most 160 px wide in pages, a small one as high as the others', async () => {
  const images = await open();
  expect(logoWidth(await stored(images, await png(2_000, 100)))).toBe(160);
  expect(logoWidth(await stored(images, await png(16, 16)))).toBe(32);
});

test('the same file has the same address, in every process', async () => {
  const picture = await png(50, 50);
  expect(await stored(await open(), picture)).toBe(await stored(await open(), picture));
});

test('what is no picture, or too large, is refused with a reason, and nothing is stored', async () => {
  const images = await open();
  for (const [file, refusal] of [
    [SVG, { status: 415, reason: { code: 'picture-formats' } }],
    [hugePng(30_000, 30_000), { status: 413, reason: { code: 'too-many-pixels' } }],
    [Buffer.alloc(MAX_PICTURE_BYTES + 1), { status: 413, reason: { code: 'picture-too-large' } }],
  ] as const) {
    expect(await images.storeLogo(file)).toMatchObject({ ok: false, ...refusal });
  }
  expect(await images.has('/images/l/0123456789abcdef-96-96.webp')).toBe(false);
  expect(await images.read('/images/l/../../secret.png')).toBeNull();
});
