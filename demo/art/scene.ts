/** A picture is one SVG document of 480 × 480: a quiet ground, soft shadows, drawings and emoji. Light falls from the top left. */
import type { Box, Point } from './shape.ts';

export const SIZE = 480;

/** SVG markup. Definitions stand where they are used; equal ids always have equal contents. */
export type Art = string;

/** Short stable name of a text, for ids (FNV-1a). */
export function key(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** The whole document: `art` on a ground that is lightest where the light comes from. */
export function picture(ground: readonly [light: string, tint: string], art: Art): string {
  const [light, tint] = ground;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"><radialGradient id="ground" cx=".42" cy=".4" r=".72"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${tint}"/></radialGradient><rect width="${SIZE}" height="${SIZE}" fill="url(#ground)"/>${art}</svg>`;
}

interface Placing {
  rotate?: number;
  scale?: number;
  /** Mirrored left to right. */
  flip?: boolean;
}

/** `art`, drawn around the origin, moved to (x, y). */
export function at(x: number, y: number, art: Art, { rotate = 0, scale = 1, flip = false }: Placing = {}): Art {
  return `<g transform="translate(${x} ${y}) rotate(${rotate}) scale(${flip ? -scale : scale} ${scale})">${art}</g>`;
}

/** Where a filter works. Its own box, not the element's, so that no stroke and no blur is cut off. */
export const region = ([x, y, width, height]: Box): string =>
  `filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}"`;

/** `art` blurred; nothing shows outside `within`. */
export function blurred(art: Art, deviation: number, within: Box): Art {
  const id = `blur${key(`${deviation} ${within.join(' ')}`)}`;
  return `<filter id="${id}" ${region(within)}><feGaussianBlur stdDeviation="${deviation}"/></filter><g filter="url(#${id})">${art}</g>`;
}

/** A soft ellipse: a glow, a blush, a shadow. */
export function haze(cx: number, cy: number, [rx, ry]: Point, colour: string, opacity: number, deviation: number): Art {
  const shape = `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${colour}" opacity="${opacity}"/>`;
  const [wide, high] = [Math.ceil(rx + deviation * 3), Math.ceil(ry + deviation * 3)];
  return blurred(shape, deviation, [Math.floor(cx) - wide, Math.floor(cy) - high, 2 * wide + 2, 2 * high + 2]);
}

/** `art` inside the outline `d` only. */
export function clipped(d: string, art: Art): Art {
  const id = `clip${key(d)}`;
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${art}</g>`;
}

/** The soft dark under a thing that stands at (cx, cy). */
export const shadow = (cx: number, cy: number, rx: number, ry = rx * 0.16, opacity = 0.2): Art =>
  haze(cx, cy, [rx, ry], '#7a4a24', opacity, 9) + haze(cx, cy - 1, [rx * 0.8, ry * 0.5], '#5a3616', opacity, 4);

export interface Tone extends Placing {
  /** Degrees that the colours are turned. */
  hue?: number;
  saturate?: number;
  /** Factor on all channels. */
  brightness?: number;
}

/** An emoji of the artwork package by character, `size` wide, centred at (x, y). The composer fills in its pixels. */
export function emoji(character: string, x: number, y: number, size: number, tone: Tone = {}): Art {
  const { hue = 0, saturate = 1, brightness = 1, ...placing } = tone;
  const code = character.codePointAt(0)?.toString(16) ?? '';
  const image = `<image href="emoji:${code}" x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}"/>`;
  if (hue === 0 && saturate === 1 && brightness === 1) return at(x, y, image, placing);
  const id = `tone${key(`${hue} ${saturate} ${brightness}`)}`;
  const channel = (name: string): string => `<feFunc${name} type="linear" slope="${brightness}"/>`;
  const filter = `<filter id="${id}" color-interpolation-filters="sRGB"><feColorMatrix type="hueRotate" values="${hue}"/><feColorMatrix type="saturate" values="${saturate}"/><feComponentTransfer>${['R', 'G', 'B'].map(channel).join('')}</feComponentTransfer></filter>`;
  return at(x, y, `${filter}<g filter="url(#${id})">${image}</g>`, placing);
}
