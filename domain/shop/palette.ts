/**
 * The colours that follow the operator's accent, in place of those of app/theme.css: readable (AA) on every ground in both schemes. Hue
 * and chroma are the accent's; the lightness is as near to it as that allows.
 */
import { contrast, hexOf, oklchOf } from './colour.ts';
import type { ShopSettings } from './settings.ts';

/** `--leaf` of app/theme.css. */
export const USUAL_ACCENT = '#1a7440';

/** How the shop looks where its operator has set it: what pages need of it. */
export interface Look {
  /** The address of the logo (logo.ts). */
  logo?: string;
  accent?: {
    /** Rules that follow the style sheet. */
    css: string;
    /** The colour of the browser's bars, in light and in dark. */
    bars: readonly [string, string];
  };
}

/** `grounds` are those of theme.css; `from` and `to` the lightness of what stands on them, `strong` its step when it is pointed at. */
const SCHEMES = {
  light: {
    grounds: ['#ffffff', '#faf9f5', '#f2f0e9', '#f4f1ea'],
    soft: { l: 0.952, c: 0.022 },
    on: 1,
    from: 0.25,
    to: 0.6,
    strong: -0.08,
  },
  dark: {
    grounds: ['#1b1f1b', '#131613', '#232823', '#2a2f2a'],
    soft: { l: 0.298, c: 0.04 },
    on: 0.2,
    from: 0.7,
    to: 0.92,
    strong: 0.07,
  },
};

const STEP = 0.005;
const AA = 4.5;
/** Of less chroma is a colour that would look like something disabled: black or white take its place. */
const GREY = 0.03;

export function paletteOf(accent: string, scheme: keyof typeof SCHEMES) {
  const { l, c, h } = oklchOf(accent);
  const { grounds, soft, on, from, to, strong } = SCHEMES[scheme];
  const leafSoft = hexOf({ l: soft.l, c: Math.min(c, soft.c), h });
  const onLeaf = hexOf({ l: on, c: Math.min(c, 0.04), h });
  const others = [...grounds, leafSoft, onLeaf];
  const isReadable = (leaf: string): boolean => others.every((other) => contrast(leaf, other) >= AA);
  const strongest = strong < 0 ? from : to;
  let lightness = c < GREY ? strongest : Math.min(Math.max(l, from), to);
  while (!isReadable(hexOf({ l: lightness, c, h }))) lightness += Math.sign(strong) * STEP;
  return { leaf: hexOf({ l: lightness, c, h }), leafStrong: hexOf({ l: lightness + strong, c, h }), leafSoft, onLeaf };
}

/** Null for the usual look. */
export function lookOf({ accent, logo }: Pick<ShopSettings, 'accent' | 'logo'>): Look | null {
  if (accent === '') return logo === '' ? null : { logo };
  const [light, dark] = [paletteOf(accent, 'light'), paletteOf(accent, 'dark')];
  const css = `${rule(light)}@media(prefers-color-scheme:dark){${rule(dark)}}`;
  return { ...(logo && { logo }), accent: { css, bars: [light.leaf, dark.leafSoft] } };
}

function rule({ leaf, leafStrong, leafSoft, onLeaf }: ReturnType<typeof paletteOf>): string {
  return `:root{--leaf:${leaf};--leaf-strong:${leafStrong};--leaf-soft:${leafSoft};--on-leaf:${onLeaf}}`;
}
