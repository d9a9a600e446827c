/** One body plan for all fish, drawn with each species' own measures and colours. */
import { deeper } from './colour.ts';
import type { Art } from './scene.ts';
import type { Limb, Point } from './shape.ts';
import { dice, extent, limb, points, profile, smooth } from './shape.ts';
import { blurredLine, cord, disc, flat, gradient, line, rounded, solid } from './solid.ts';

export interface Species {
  back: string;
  flank: string;
  belly: string;
  fin: string;
  /** Length from the mouth to the root of the tail. */
  length: number;
  /** Half the body's height at places along it, mouth to tail root. */
  build: readonly Point[];
  scales?: boolean;
  barbels?: number;
  /** Bars across, spots along, or one line along the side. */
  mark?: 'bars' | 'spots' | 'line';
  markColour?: string;
  dorsal?: 'short' | 'long' | 'spiny';
  tail?: 'forked' | 'round';
  eye?: number;
}

/** The snout is round however high the head behind it. */
const snout = (t: number): number => (t < 0.07 ? Math.sqrt(1 - (1 - t / 0.07) ** 2) : 1);

/** A fin through `edge`, its rays spreading from `root`. */
function fin(edge: readonly Point[], [x, y]: Point, colour: string): Art {
  const rays = edge.map((tip) => line(smooth([[x, y], tip], false), deeper(colour, 0.3), 2, 0.45));
  return solid(smooth(edge), colour, { round: 7, surface: rays.join('') });
}

/** Tails of reach 1 from a root at the origin. */
const TAILS = {
  forked: points('-.14 -.13, .55 -.85, 1.02 -1, .6 0, 1.02 1, .55 .85, -.14 .13'),
  round: points('-.16 -.15, .5 -.62, .86 -.3, .94 0, .86 .3, .5 .62, -.16 .15'),
};

function fins(body: Limb, { fin: colour, dorsal = 'short', tail = 'forked' }: Species): Art {
  const height = body.radius(0.4);
  const rise = Math.min(height * 0.7, 56);
  const reach = Math.min(height * 1.05, 92) + 12;
  const edge = (side: 1 | -1, ...stops: readonly Point[]): Point[] =>
    stops.map(([t, lift]) => {
      const [x, y] = body.at(t, side * 0.94);
      return [x, y + side * (lift === 0 ? -5 : lift * rise)];
    });
  const spines = Array.from({ length: 9 }, (_, index): Point => [0.32 + index * 0.0625, index % 2 === 0 ? 0.66 : 0.4]);
  const backs = {
    short: edge(-1, ...points('.36 0, .42 1, .5 .8, .64 .3, .66 0')),
    long: edge(-1, ...points('.28 0, .32 .5, .44 .5, .57 .5, .7 .5, .82 .5, .9 .3, .9 0')),
    spiny: edge(-1, [0.28, 0], ...spines, [0.9, 0.3], [0.9, 0]),
  };
  const lower = edge(1, ...points(dorsal === 'long' ? '.5 0, .54 .4, .86 .4, .93 0' : '.66 0, .72 .62, .82 .3, .86 0'));
  const pelvic = edge(1, ...points('.4 0, .45 .6, .54 .36, .5 0'));
  const [rootX, rootY] = body.at(1, 0);
  const caudal = TAILS[tail].map(([x, y]): Point => [rootX + x * reach, rootY + y * reach]);
  return (
    fin(caudal, [rootX - 10, rootY], colour) +
    fin(backs[dorsal], body.at(0.5, 0), colour) +
    fin(lower, body.at(0.7, 0), colour) +
    fin(pelvic, body.at(0.42, 0), colour)
  );
}

function scaled(body: Limb, { flank, belly }: Species): Art {
  const r = Math.max(body.radius(0.4) * 0.15, 6);
  const places = Array.from({ length: 7 * 15 }, (_, index) => ({ row: Math.floor(index / 15), column: index % 15 }));
  const scale = ({ row, column }: { row: number; column: number }): Art => {
    const [x, y] = body.at(0.28 + (column + (row % 2) / 2) * 0.046, -0.84 + row * 0.27);
    const arc = `M${x.toFixed(1)} ${(y - r).toFixed(1)}q${r.toFixed(1)} ${r.toFixed(1)} 0 ${(2 * r).toFixed(1)}`;
    return line(arc, row < 3 ? deeper(flank, 0.45) : deeper(belly, 0.35), 2.2, 0.5);
  };
  return places.map(scale).join('');
}

function marked(body: Limb, { mark, back, length, markColour = deeper(back, 0.4) }: Species): Art {
  const roll = dice(Math.round(length + body.radius(0.4)));
  const bar = (_: unknown, index: number): Art =>
    blurredLine(body.band(0.32 + index * 0.09, 0.8, 0.02), markColour, length * 0.022, 3, 0.5);
  const spot = (): Art => disc(...body.at(0.3 + roll() * 0.65, -0.8 + roll() * 1.1), 2.5 + roll() * 3, markColour, 0.6);
  if (mark === 'bars') return Array.from({ length: 7 }, bar).join('');
  if (mark === 'spots') return Array.from({ length: 26 }, spot).join('');
  if (mark === 'line') return line(body.line(-0.12, 0.24, 0.99), markColour, Math.max(body.radius(0.4) * 0.13, 5), 0.6);
  return '';
}

function face(body: Limb, { back, barbels = 0, eye = 11 }: Species): Art {
  const [mouthX, mouthY] = body.at(0.015, 0.35);
  const [eyeX, eyeY] = body.at(0.12, -0.3);
  const from = (...path: readonly Point[]): string =>
    smooth(
      path.map(([x, y]): Point => [mouthX + x, mouthY + y]),
      false,
    );
  const barbel = (_: unknown, index: number): Art => {
    const drop = 26 + index * 16;
    return cord(from([8, -2], [-18 - index * 4, drop * 0.5], [-8 + index * 10, drop]), deeper(back, 0.15), 4.5);
  };
  return (
    line(from([-3, 0], [14, 2], [26, -3]), deeper(back, 0.7), 4, 0.7) +
    disc(eyeX, eyeY, eye, '#fdf6dc') +
    disc(eyeX - 1, eyeY, eye * 0.66, '#221a2c') +
    disc(eyeX - eye * 0.35, eyeY - eye * 0.35, eye * 0.25, '#ffffff') +
    Array.from({ length: barbels }, barbel).join('')
  );
}

/** The fish around the origin, its head to the left. */
export function fish(species: Species): Art {
  const { back, flank, belly, length, build, scales = true } = species;
  const measure = profile(...build);
  const spine: Point[] = [-0.5, -0.25, 1 / 6, 0.5].map((share) => [length * share, share === -0.5 ? 6 : 0]);
  const body = limb(spine, (t) => measure(t) * snout(t));
  const height = body.radius(0.4);
  const [definition, paint] = gradient([back, flank, flank, belly, belly], [0.5, 0, 0.5, 1]);
  const cheek = smooth([body.at(0.24, -0.9), body.at(0.275, -0.3), body.at(0.275, 0.3), body.at(0.235, 0.9)], false);
  const hand = [body.at(0.29, 0.42), body.at(0.36, 0.34), body.at(0.44, 0.66), body.at(0.4, 0.86), body.at(0.31, 0.66)];
  const gleam = blurredLine(body.line(-0.5, 0.12, 0.8), '#ffffff', height * 0.2, height * 0.1, 0.4);
  const coat =
    (scales ? scaled(body, species) : '') + marked(body, species) + gleam + line(cheek, deeper(flank, 0.5), 4, 0.55);
  return (
    fins(body, species) +
    rounded(definition + flat(body.outline, paint, coat), extent(body.outline, 3), {
      round: Math.min(height * 0.5, 26),
      dark: deeper(flank, 0.6),
      shade: 0.5,
      shine: 0.35,
    }) +
    solid(smooth(hand), species.fin, { round: 6 }) +
    face(body, species)
  );
}
