/** Plane geometry for the drawings: smooth outlines, limbs along a spine, repeatable scatter. Units are picture pixels. */

export type Point = readonly [x: number, y: number];

/** Numbers written compactly: rows parted by commas, numbers by blanks. */
export const rows = (text: string): number[][] => text.split(',').map((row) => row.trim().split(/\s+/).map(Number));

/** Points written compactly, as in `points('10 20, 30 40')`. */
export const points = (text: string): Point[] => rows(text).map(([x = 0, y = 0]) => [x, y]);

const round = (value: number): number => Math.round(value * 10) / 10;

/** A point as path text. */
export const xy = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

/** Path through `points`, rounded at each of them (Catmull-Rom as Bézier curves). */
export function smooth(points: readonly Point[], closed = true): string {
  const count = points.length;
  const point = (index: number): Point =>
    (closed ? points[(index + count) % count] : points[Math.min(Math.max(index, 0), count - 1)]) ?? [0, 0];
  const curves = Array.from({ length: closed ? count : count - 1 }, (_, index) => {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${xy(first)} ${xy(second)} ${xy(to)}`;
  });
  return `M${xy(point(0))}${curves.join('')}${closed ? 'Z' : ''}`;
}

/** Straight-edged closed path. */
export const polygon = (points: readonly Point[]): string => `M${points.map(xy).join('L')}Z`;

/** How far a quarter circle's Bézier handles reach, as a share of its radius. */
const QUARTER = 0.5523;

/** Path of an ellipse. */
export function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const [hx, hy] = [rx * QUARTER, ry * QUARTER];
  const quarter = (...bends: readonly Point[]): string => `C${bends.map(([x, y]) => xy([cx + x, cy + y])).join(' ')}`;
  return `M${xy([cx - rx, cy])}${quarter([-rx, -hy], [-hx, -ry], [0, -ry])}${quarter([hx, -ry], [rx, -hy], [rx, 0])}${quarter([rx, hy], [hx, ry], [0, ry])}${quarter([-hx, ry], [-rx, hy], [-rx, 0])}Z`;
}

/** Path of a box with rounded corners. */
export const box = (x: number, y: number, width: number, height: number, r: number): string =>
  `M${xy([x + r, y])}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}Z`;

/** x, y, width and height. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** How many numbers a path command takes; every other one of them, from `lead` on, begins a point. */
const COMMANDS: Readonly<Record<string, readonly [take: number, lead: number]>> = {
  M: [2, 0],
  L: [2, 0],
  C: [6, 0],
  Q: [4, 0],
  T: [2, 0],
  A: [7, 5],
};

/** The box around a path of M, L, C, Q, T, A, H, V and Z, its control points among what it holds, `margin` wider. */
export function extent(d: string, margin: number): Box {
  const xs: number[] = [];
  const ys: number[] = [];
  let [x, y] = [0, 0];
  let origin: Point = [0, 0];
  for (const [, letter = '', tail = ''] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (tail.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const command = letter.toUpperCase();
    const relative = letter !== command;
    if (command === 'H') x = (numbers.at(-1) ?? 0) + (relative ? x : 0);
    if (command === 'V') y = (numbers.at(-1) ?? 0) + (relative ? y : 0);
    const [take, lead] = COMMANDS[command] ?? [1, 1];
    for (const [index, value] of numbers.entries()) {
      const place = index % take;
      if (place < lead || (place - lead) % 2 === 1) continue;
      if (place === lead) origin = relative ? [x, y] : [0, 0];
      x = origin[0] + value;
      y = origin[1] + (numbers[index + 1] ?? 0);
      xs.push(x);
      ys.push(y);
    }
    // How far an arc bulges: never beyond its radii.
    const [rx = 0, ry = 0] = command === 'A' ? numbers : [];
    xs.push(x - rx, x + rx);
    ys.push(y - ry, y + ry);
  }
  const [left, top] = [Math.floor(Math.min(...xs) - margin), Math.floor(Math.min(...ys) - margin)];
  return [left, top, Math.ceil(Math.max(...xs) + margin) - left, Math.ceil(Math.max(...ys) + margin) - top];
}

/** Repeatable random numbers in 0..1, so that a picture is the same on every run. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Value at `t` on the smooth curve through `stops` (pairs of t and value, t ascending). */
export function profile(...stops: readonly Point[]): (t: number) => number {
  const stop = (index: number): Point => stops[Math.min(Math.max(index, 0), stops.length - 1)] ?? [0, 0];
  const slope = (index: number): number => {
    const [before, after] = [stop(index - 1), stop(index + 1)];
    return after[0] === before[0] ? 0 : (after[1] - before[1]) / (after[0] - before[0]);
  };
  return (t) => {
    const next = stops.findIndex(([at]) => at >= t);
    if (next <= 0) return stop(next === 0 ? 0 : stops.length - 1)[1];
    const [[fromT, from], [toT, to]] = [stop(next - 1), stop(next)];
    const [span, share] = [toT - fromT, (t - fromT) / (toT - fromT)];
    const [square, cube] = [share ** 2, share ** 3];
    const rise = slope(next - 1) * (cube - 2 * square + share) + slope(next) * (cube - square);
    return Math.max(0, from * (2 * cube - 3 * square + 1) + to * (3 * square - 2 * cube) + span * rise);
  };
}

/** `radius` closed by round ends; a higher `blunt` makes them flatter. */
export const capped =
  (radius: (t: number) => number, blunt = 8): ((t: number) => number) =>
  (t) =>
    radius(t) * Math.sqrt(Math.max(0, 1 - Math.abs(2 * t - 1) ** blunt));

/** A body along a spine: gourds, beans, fish, loaves. `t` runs 0..1 along it, `u` -1..1 across it. */
export interface Limb {
  outline: string;
  at(t: number, u: number): Point;
  /** Path along the body at `u`, from `start` to `end`. */
  line(u: number, start?: number, end?: number): string;
  /** Path across the body at `t`, from `-u` to `u`, bent by `bend` towards its end. */
  band(t: number, u?: number, bend?: number): string;
  /** Direction of the spine at `t`, degrees. */
  angle(t: number): number;
  radius(t: number): number;
}

export function limb(spine: readonly Point[], radius: (t: number) => number): Limb {
  const last = spine.length - 1;
  const centre = (t: number): Point => {
    const place = Math.min(Math.max(t, 0), 1) * last;
    const index = Math.min(Math.floor(place), Math.max(last - 1, 0));
    const share = place - index;
    const get = (at: number): Point => spine[Math.min(Math.max(at, 0), last)] ?? [0, 0];
    const [p0, p1, p2, p3] = [get(index - 1), get(index), get(index + 1), get(index + 2)];
    const blend = (axis: 0 | 1): number =>
      0.5 *
      (2 * p1[axis] +
        (p2[axis] - p0[axis]) * share +
        (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * share ** 2 +
        (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * share ** 3);
    return [blend(0), blend(1)];
  };
  const heading = (t: number): number => {
    const [before, after] = [centre(Math.max(t - 0.01, 0)), centre(Math.min(t + 0.01, 1))];
    return Math.atan2(after[1] - before[1], after[0] - before[0]);
  };
  const at = (t: number, u: number): Point => {
    const [[x, y], direction, r] = [centre(t), heading(t), radius(t)];
    return [x - Math.sin(direction) * u * r, y + Math.cos(direction) * u * r];
  };
  const steps = 44;
  // Ends are sampled more closely than the middle, where the outline bends least.
  const ease = (index: number): number => 0.5 - Math.cos((Math.PI * index) / steps) / 2;
  const side = (u: number): Point[] => Array.from({ length: steps + 1 }, (_, index) => at(ease(index), u));
  return {
    outline: smooth([...side(-1), ...side(1).toReversed()]),
    at,
    line: (u, start = 0, end = 1) =>
      smooth(
        Array.from({ length: 21 }, (_, index) => at(start + ((end - start) * index) / 20, u)),
        false,
      ),
    band: (t, u = 1, bend = 0) =>
      smooth(
        [-1, -0.5, 0, 0.5, 1].map((share) => at(t + bend * (1 - share * share), share * u)),
        false,
      ),
    angle: (t) => (heading(t) * 180) / Math.PI,
    radius,
  };
}
