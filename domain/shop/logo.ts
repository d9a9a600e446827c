/** The operator's logo. Its name has the picture's size, so that pages leave space for it. */

/** In CSS pixels; the picture has three for one. */
export const LOGO_HEIGHT = 32;
export const LOGO_PIXELS = 3;

/** Sides in pixels. Systems cut some icons to another shape: of those the logo takes only `inner`, on white. */
export const LOGO_ICONS = {
  'icon-32.png': { side: 32, inner: 32 },
  'icon-180.png': { side: 180, inner: 144 },
  'icon-192.png': { side: 192, inner: 192 },
  'icon-512.png': { side: 512, inner: 512 },
  'maskable-512.png': { side: 512, inner: 308 },
};

/** The address of the picture: `<name>` is `l/<hash>-<width>`. */
const LOGO = /^\/images\/(l\/[0-9a-f]{16}-(\d{1,3}))-96\.webp$/;

export function logoUrl(name: string): string {
  return `/images/${name}-96.webp`;
}

/** Null when it is no logo's address. */
export function logoName(address: string): string | null {
  return LOGO.exec(address)?.[1] ?? null;
}

/** In CSS pixels. */
export function logoWidth(address: string): number {
  return Math.round(Number(LOGO.exec(address)?.[2]) / LOGO_PIXELS);
}

/** The icons of an installed app, as a manifest lists them. */
export function appIcons(logo: string | undefined) {
  const icon = (file: keyof typeof LOGO_ICONS): string =>
    logo ? logoFile(logo, file) : `/icons/${file.replace('icon-', '')}`;
  return [
    { src: icon('icon-192.png'), sizes: '192x192', type: 'image/png' },
    { src: icon('icon-512.png'), sizes: '512x512', type: 'image/png' },
    { src: icon('maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ];
}

/** The address of an icon, or of the picture for mails. */
export function logoFile(address: string, file: keyof typeof LOGO_ICONS | '96.png'): string {
  return address.replace('96.webp', file);
}
