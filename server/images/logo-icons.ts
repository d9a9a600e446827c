/** A logo's icons. Systems cut some to a shape of their own: `inner` is the part of the side that stays in all of them, on white. */
export const LOGO_ICONS = [
  { file: 'icon-32.png', size: 32, inner: 1 },
  { file: 'icon-192.png', size: 192, inner: 1 },
  { file: 'icon-512.png', size: 512, inner: 1 },
  { file: 'icon-180.png', size: 180, inner: 0.8 },
  { file: 'maskable-512.png', size: 512, inner: 0.6 },
] as const;
