/** Heaps of powder, grain, seed and nut. A heap stands at (cx, base), `rx` half its width, `height` its rise. */
import { deeper, lighter } from './colour.ts';
import type { Art } from './scene.ts';
import { at, clipped, haze } from './scene.ts';
import { dice, ellipse, smooth } from './shape.ts';
import { disc, solid } from './solid.ts';

interface Place {
  cx?: number;
  base: number;
  rx: number;
  height: number;
}

const mound = ({ cx = 240, base, rx, height }: Place): string =>
  smooth([
    [cx - rx, base],
    [cx - rx * 0.74, base - height * 0.46],
    [cx - rx * 0.3, base - height * 0.92],
    [cx, base - height],
    [cx + rx * 0.3, base - height * 0.92],
    [cx + rx * 0.74, base - height * 0.46],
    [cx + rx, base],
    [cx + rx * 0.5, base + rx * 0.16],
    [cx, base + rx * 0.22],
    [cx - rx * 0.5, base + rx * 0.16],
  ]);

/** A heap of powder with its fine grain. */
export function powder(place: Place, colour: string): Art {
  const { cx = 240, base, rx, height } = place;
  const roll = dice(Math.round(rx + height));
  const grain = Array.from({ length: 130 }, () => {
    const [x, y] = [cx + (roll() - 0.5) * 2 * rx, base + rx * 0.2 - roll() * (height + rx * 0.2)];
    return disc(x, y, 1 + roll() * 1.8, roll() < 0.5 ? deeper(colour, 0.3) : lighter(colour, 0.4), 0.5);
  });
  return solid(mound(place), colour, {
    round: Math.min(rx, height) * 0.36,
    shade: 0.5,
    shine: 0.3,
    surface:
      grain.join('') +
      haze(cx - rx * 0.3, base - height * 0.5, [rx * 0.2, rx * 0.2], lighter(colour, 0.6), 0.5, rx * 0.1),
  });
}

/** One piece of a heap around the origin; `roll` gives it its own chance. */
export type Piece = (roll: () => number) => Art;

/** A heap of pieces, the nearer over the farther. */
export function heap(place: Place, count: number, ground: string, piece: Piece, seed = 5): Art {
  const { cx = 240, base, rx, height } = place;
  const roll = dice(seed);
  const spots = Array.from({ length: count }, (_, index) => {
    // Golden-ratio steps spread the pieces evenly where chance alone would leave holes.
    const across = ((index * 0.618_034) % 1) * 2 - 1;
    const top = (height + rx * 0.16) * (1 - Math.abs(across) ** 1.9);
    return {
      x: cx + across * rx * 0.93,
      y: base + rx * 0.14 * (1 - across * across) - top * ((index + roll()) / count),
      turn: roll() * 360,
    };
  });
  const pieces = spots
    .toSorted((a, b) => a.y - b.y)
    .map(({ x, y, turn }) => at(Math.round(x), Math.round(y), piece(roll), { rotate: Math.round(turn) }));
  return (
    solid(mound({ ...place, rx: rx * 0.95, height: height * 0.8 }), ground, { round: 16, shade: 0.4, shine: 0 }) +
    pieces.join('')
  );
}

/** A small oval grain: cheap to draw, for heaps of hundreds. */
export function grain(colour: string, rx: number, ry: number): Piece {
  const [dark, bright] = [deeper(colour, 0.34), lighter(colour, 0.5)];
  return (roll) => {
    const size = 0.85 + roll() * 0.3;
    return `<ellipse rx="${(rx * size).toFixed(1)}" ry="${(ry * size).toFixed(1)}" fill="${dark}"/><ellipse rx="${(rx * size * 0.86).toFixed(1)}" ry="${(ry * size * 0.78).toFixed(1)}" cy="${(-ry * 0.12).toFixed(1)}" fill="${colour}"/><ellipse rx="${(rx * size * 0.45).toFixed(1)}" ry="${(ry * size * 0.26).toFixed(1)}" cx="${(-rx * 0.2).toFixed(1)}" cy="${(-ry * 0.32).toFixed(1)}" fill="${bright}" opacity=".8"/>`;
  };
}

/** Pieces of several kinds by turns of chance. */
export const mixed =
  (...pieces: readonly Piece[]): Piece =>
  (roll) =>
    pieces[Math.floor(roll() * pieces.length)]?.(roll) ?? '';

/** A pane of closely packed pieces, for windows of pouches: fills the box around (240, 300). */
export function packed(colour: string, piece: Piece, count: number, seed = 9): Art {
  const roll = dice(seed);
  const pieces = Array.from({ length: count }, (_, index) =>
    at(
      Math.round(146 + ((index * 0.618_034) % 1) * 190),
      Math.round(206 + ((index + roll()) / count) * 186),
      piece(roll),
      { rotate: Math.round(roll() * 360) },
    ),
  );
  return clipped(
    ellipse(240, 300, 190, 190),
    `<rect x="140" y="200" width="200" height="200" fill="${deeper(colour, 0.25)}"/>${pieces.join('')}`,
  );
}
