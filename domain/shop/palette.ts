/**
 * The shop's colours that follow the operator's accent (app/theme.css has those of a shop without one), with AA contrast on every ground
 * in both schemes. Only the lightness is chosen, as near as possible to that of the accent: hue and chroma stay.
 */
import { contrast, hexOf, oklchOf } from './colour.ts';
import type { ShopSettings } from './settings.ts';

export interface Palette {
  leaf: string;
  leafStrong: string;
  leafSoft: string;
  onLeaf: string;
}

/** What stands on a page, of theme.css. */
const SCHEMES = {
  light: {
    grounds: ['#ffffff', '#faf9f5', '#f2f0e9', '#f4f1ea'],
    soft: 0.952,
    on: 1,
    from: 0.25,
    to: 0.6,
    strong: -0.08,
  },
  dark: {
    grounds: ['#1b1f1b', '#131613', '#232823', '#2a2f2a'],
    soft: 0.298,
    on: 0.2,
    from: 0.7,
    to: 0.92,
    strong: 0.07,
  },
} as const;

export type Scheme = keyof typeof SCHEMES;

const STEP = 0.005;
const MIN_CONTRAST = 4.5;

export function paletteOf(accent: string, scheme: Scheme): Palette {
  const { l, c, h } = oklchOf(accent);
  const { grounds, soft, on, from, to, strong } = SCHEMES[scheme];
  const leafSoft = hexOf({ l: soft, c: Math.min(c, scheme === 'light' ? 0.022 : 0.04), h });
  const onLeaf = hexOf({ l: on, c: Math.min(c, 0.04), h });
  const against = [...grounds, leafSoft, onLeaf];
  const isReadable = (leaf: string): boolean => against.every((other) => contrast(leaf, other) >= MIN_CONTRAST);
  // Towards its end of the range a colour stands out more from all of them.
  let lightness = Math.min(Math.max(l, from), to);
  while (!isReadable(hexOf({ l: lightness, c, h }))) lightness += Math.sign(strong) * STEP;
  return {
    leaf: hexOf({ l: lightness, c, h }),
    leafStrong: hexOf({ l: lightness + strong, c, h }),
    leafSoft,
    onLeaf,
  };
}

/** How the shop looks, where its operator has set it: what pages need of it. */
export interface Look {
  /** The address of the logo (logo.ts). */
  logo?: string;
  accent?: {
    /** Rules that follow the style sheet. */
    css: string;
    /** The browser's own bars, in light and in dark. */
    bars: readonly [string, string];
  };
}

export function lookOf({ accent, logo }: Pick<ShopSettings, 'accent' | 'logo'>): Look | null {
  if (accent === '') return logo === '' ? null : { logo };
  const [light, dark] = [paletteOf(accent, 'light'), paletteOf(accent, 'dark')];
  const css = `${rule(light)}@media(prefers-color-scheme:dark){${rule(dark)}}`;
  return { ...(logo && { logo }), accent: { css, bars: [light.leaf, dark.leafSoft] } };
}

function rule({ leaf, leafStrong, leafSoft, onLeaf }: Palette): string {
  return `:root{--leaf:${leaf};--leaf-strong:${leafStrong};--leaf-soft:${leafSoft};--on-leaf:${onLeaf}}`;
}
