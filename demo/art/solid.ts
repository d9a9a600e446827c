/** Flat outlines made round: a diagonal gradient, a dark rim away from the light, a bright one towards it. */
import { deeper, lighter } from './colour.ts';
import type { Art } from './scene.ts';
import { blurred, clipped, key, region } from './scene.ts';
import type { Box, Limb } from './shape.ts';
import { extent } from './shape.ts';

interface Finish {
  /** Width of the rounded rim. */
  round?: number;
  /** Strength of the dark rim, 0..1. */
  shade?: number;
  /** Strength of the bright rim, 0..1. */
  shine?: number;
  /** Drawn on the surface, inside the outline. */
  surface?: Art;
  light?: string;
  dark?: string;
}

/** Linear gradient over the bounding box; gives `[definition, paint]`. */
export function gradient(
  stops: readonly string[],
  [x1, y1, x2, y2]: readonly [number, number, number, number] = [0.1, 0, 0.8, 1],
): [Art, string] {
  const id = `grad${key(`${stops.join()} ${x1} ${y1} ${x2} ${y2}`)}`;
  const marks = stops.map((colour, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${colour}"/>`);
  return [
    `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${marks.join('')}</linearGradient>`,
    `url(#${id})`,
  ];
}

/** Gives art, which lies in `within`, the rounded rim of the 3D style. */
export function rounded(
  art: Art,
  within: Box,
  { round = 14, shade = 0.6, shine = 0.4, light = '#ffffff', dark = '#3a0f3d' }: Finish,
): Art {
  const id = `round${key(`${round} ${shade} ${shine} ${light} ${dark} ${within.join(' ')}`)}`;
  const rim = (name: string, offset: number, colour: string, opacity: number): string =>
    `<feGaussianBlur in="SourceAlpha" stdDeviation="${round * 0.6}"/><feOffset dx="${offset}" dy="${offset}"/><feComposite in="SourceAlpha" operator="out" result="${name}Edge"/><feFlood flood-color="${colour}" flood-opacity="${opacity}"/><feComposite in2="${name}Edge" operator="in" result="${name}"/>`;
  return `<filter id="${id}" ${region(within)} color-interpolation-filters="sRGB">${rim('dark', -round * 0.55, dark, shade)}${rim('bright', round * 0.4, light, shine)}<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="dark"/><feMergeNode in="bright"/></feMerge></filter><g filter="url(#${id})">${art}</g>`;
}

/** The outline `d` filled with `paint`, `surface` painted on it. */
export const flat = (d: string, paint: string, surface: Art = ''): Art =>
  `<path d="${d}" fill="${paint}"/>${surface === '' ? '' : clipped(d, surface)}`;

/** The outline `d` as a solid body of `colour`. */
export function solid(d: string, colour: string, finish: Finish = {}): Art {
  const [definition, paint] = gradient([lighter(colour, 0.22), colour, deeper(colour, 0.14)]);
  return rounded(definition + flat(d, paint, finish.surface), extent(d, 3), {
    dark: deeper(colour, 0.5),
    light: lighter(colour, 0.6),
    ...finish,
  });
}

/** An open path as a round cord. */
export function cord(d: string, colour: string, width: number, finish: Finish = {}): Art {
  const stroke = `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  return rounded(stroke, extent(d, width), {
    round: width * 0.5,
    dark: deeper(colour, 0.5),
    light: lighter(colour, 0.6),
    ...finish,
  });
}

/** A painted line without body: veins, stripes, stitches. */
export const line = (d: string, colour: string, width: number, opacity = 1): Art =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;

export const disc = (x: number, y: number, r: number, colour: string, opacity = 1): Art =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${colour}" opacity="${opacity}"/>`;

/** The glint along the lit side of a limb. */
export function glint(body: Limb, opacity = 0.4, from = 0.15, to = 0.7): Art {
  const [top, bottom] = [body.at(0.5, -1), body.at(0.5, 1)];
  const side = top[0] + top[1] < bottom[0] + bottom[1] ? -0.45 : 0.45;
  const width = Math.max(body.radius((from + to) / 2) * 0.28, 2);
  return blurredLine(body.line(side, from, to), '#ffffff', width, Math.max(width * 0.45, 1), opacity);
}

/** A limb as a solid body with its glint. */
export function flesh(body: Limb, colour: string, finish: Finish & { gleam?: number } = {}): Art {
  const { gleam = 0.4, surface = '', ...rest } = finish;
  const round = Math.max(body.radius(0.5) * 0.65, 4);
  return solid(body.outline, colour, { round, ...rest, surface: surface + glint(body, gleam) });
}

/** A soft line: `deviation` of blur, for glows and hollows on a surface. */
export const blurredLine = (d: string, colour: string, width: number, deviation: number, opacity = 1): Art =>
  blurred(line(d, colour, width, opacity), deviation, extent(d, width / 2 + deviation * 3));
