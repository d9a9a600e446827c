/**
 * Colours that follow the operator's accent, in place of those of app/theme.css. Hue and chroma are the accent's, and
 * the lightness is as near to it as stays readable (AA) on every ground, light and dark.
 */
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

/** `grounds`: as in theme.css. `from`, `to`: the lightness of texts on them. `strong`: its step under the pointer. */
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

/** A colour where equal steps of lightness look equal (bottosson.github.io/posts/oklab). The hue is in radians. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

export function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

/** With as much of its chroma as screens can show. */
export function hexOf({ l: lightness, c, h }: Oklch): string {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  if (c > 0 && linear.some((value) => value < -0.001 || value > 1.001))
    return hexOf({ l: lightness, c: Math.max(0, c - 0.002), h });
  const bytes = linear.map((value) => {
    const part = Math.min(Math.max(value, 0), 1);
    return Math.round(255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));
  });
  return `#${Buffer.from(bytes).toString('hex')}`;
}

/** From 1 to 21, as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearOf(hex: string): [number, number, number] {
  const part = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
