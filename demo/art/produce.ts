/** What fruit and vegetables share: stalks, stripes, warts, round bodies. */
import { deeper, lighter } from './colour.ts';
import { leaf } from './leaves.ts';
import type { Art, Tone } from './scene.ts';
import { at, emoji, haze, shadow } from './scene.ts';
import type { Limb, Point } from './shape.ts';
import { capped, dice, ellipse, limb, profile, smooth } from './shape.ts';
import { cord, disc, flesh, line, solid } from './solid.ts';

/** Lines along the body at the given `u`. */
export const stripes = (body: Limb, colour: string, places: readonly number[], width: number, opacity = 0.6): Art =>
  places.map((u) => line(body.line(u, 0.02, 0.98), colour, width, opacity)).join('');

/** Bumps over the whole skin, lit from the top left; `size` is their radius. */
export function warts(body: Limb, colour: string, size: number, [along, across]: Point, seed = 7): Art {
  const roll = dice(seed);
  return Array.from({ length: along * across }, (_, index) => {
    const row = Math.floor(index / along);
    const t = 0.04 + (0.92 * ((index % along) + (row % 2) * 0.5 + roll() * 0.4)) / along;
    const [x, y] = body.at(t, -0.92 + (1.84 * (row + 0.3 + roll() * 0.4)) / across);
    const r = size * (0.8 + roll() * 0.35) * Math.min(1, 0.35 + body.radius(t) / body.radius(0.5));
    return (
      disc(x + r * 0.3, y + r * 0.35, r, deeper(colour, 0.4), 0.55) +
      disc(x, y, r, lighter(colour, 0.12)) +
      disc(x - r * 0.3, y - r * 0.3, r * 0.4, '#ffffff', 0.35)
    );
  }).join('');
}

export const stalk = (from: Point, to: Point, colour: string, width: number): Art =>
  cord(smooth([from, [(from[0] + to[0]) / 2 + 5, (from[1] + to[1]) / 2 - 3], to], false), colour, width);

/** The stalk that goes on from the end of a body. */
export const stalked = (body: Limb, [dx, dy]: Point, colour: string, width: number): Art => {
  const from = body.at(0.975, 0);
  return stalk(from, [from[0] + dx, from[1] + dy], colour, width);
};

/** One drawing at several shifts, rearmost first. */
export const several = (shifts: readonly Point[], draw: (shift: Point, index: number) => Art): Art =>
  shifts.map(draw).join('');

export const moved = (points: readonly Point[], [dx, dy]: Point): Point[] => points.map(([x, y]) => [x + dx, y + dy]);

/** A round body with its soft glint. */
export function ball(cx: number, cy: number, rx: number, ry: number, colour: string, surface: Art = ''): Art {
  const soft = haze(0, 0, [rx * 0.26, ry * 0.18], '#ffffff', 0.5, Math.max(rx * 0.09, 1));
  const gleam = at(cx - rx * 0.36, cy - ry * 0.42, soft, { rotate: -28 });
  return solid(ellipse(cx, cy, rx, ry), colour, { round: Math.min(rx, ry) * 0.6, surface: surface + gleam });
}

/** A pair of leaves at a joint. */
export const sprig = (from: Point, size: number, colour: string, angles: readonly number[] = [-150, -30]): Art =>
  angles.map((angle) => leaf({ from, angle, length: size, width: size * 0.5, colour })).join('');

/** Dots strewn over an ellipse: seeds, specks, pores. */
export function specks(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  colour: string,
  count: number,
  size: number,
  opacity = 0.8,
  seed = 3,
): Art {
  const roll = dice(seed);
  return Array.from({ length: count }, () => {
    const [angle, reach] = [roll() * Math.PI * 2, Math.sqrt(roll()) * 0.94];
    return disc(
      cx + Math.cos(angle) * reach * rx,
      cy + Math.sin(angle) * reach * ry,
      size * (0.6 + roll() * 0.7),
      colour,
      opacity,
    );
  }).join('');
}

/** A chilli from its cap to its tip, bent to one side by `bend` pixels. */
export function chilli(cap: Point, tip: Point, radius: number, colour: string, bend = 24, green = '#5f9a3a'): Art {
  const [dx, dy] = [tip[0] - cap[0], tip[1] - cap[1]];
  const length = Math.hypot(dx, dy);
  const along = (share: number, aside: number): Point => [
    cap[0] + dx * share - (dy / length) * aside,
    cap[1] + dy * share + (dx / length) * aside,
  ];
  const body = limb(
    [cap, along(0.35, bend * 0.7), along(0.7, bend), tip],
    capped(profile([0, radius * 0.8], [0.25, radius], [0.7, radius * 0.6], [1, 2]), 10),
  );
  const crown = limb(
    [along(-0.1, 0), along(-0.02, 0), along(0.06, bend * 0.1)],
    capped(profile([0, radius * 0.5], [0.6, radius * 0.95], [1, radius * 0.8]), 4),
  );
  return (
    flesh(body, colour) +
    cord(smooth([along(-0.04, 0), along(-0.14, -4), along(-0.22, -12)], false), green, radius * 0.4) +
    flesh(crown, green)
  );
}

/** Two of one emoji, the nearer lower right. */
export const pair = (character: string, size: number, tone: Tone = {}): Art =>
  shadow(240, 402, 160, 22) +
  emoji(character, 170, 192, size, { rotate: -13, ...tone }) +
  emoji(character, 305, 287, size * 1.05, { rotate: 10, ...tone });

/** One emoji, large. */
export const single = (character: string, size = 330, tone: Tone = {}): Art =>
  shadow(240, 238 + size * 0.5, size * 0.4, size * 0.06) + emoji(character, 240, 236, size, tone);
