/** Leaves, and greens tied into bunches. */
import { deeper, lighter, mix } from './colour.ts';
import type { Art } from './scene.ts';
import { shadow } from './scene.ts';
import type { Point } from './shape.ts';
import { dice, limb, points, profile, smooth } from './shape.ts';
import { cord, line, solid } from './solid.ts';

const FORMS = {
  oval: profile([0, 0.12], [0.38, 1], [0.8, 0.5], [1, 0]),
  round: profile([0, 0.3], [0.18, 0.86], [0.5, 1], [0.85, 0.62], [1, 0]),
  spear: profile([0, 0.7], [0.12, 1], [0.4, 0.7], [1, 0]),
  spoon: profile([0, 0.1], [0.25, 0.3], [0.62, 1], [0.9, 0.7], [1, 0.1]),
  strap: profile([0, 0.5], [0.5, 1], [0.85, 0.7], [1, 0]),
};

interface Leaf {
  /** Where the stalk joins. */
  from: Point;
  /** Degrees; 0 points right, 90 down. */
  angle: number;
  length: number;
  width: number;
  colour: string;
  form?: keyof typeof FORMS;
  vein?: string;
  /** How far the tip bends aside, as a share of the length. */
  bend?: number;
}

const towards = ([x, y]: Point, degrees: number, distance: number): Point => [
  x + Math.cos((degrees * Math.PI) / 180) * distance,
  y + Math.sin((degrees * Math.PI) / 180) * distance,
];

export function leaf({ from, angle, length, width, colour, form = 'oval', vein, bend = 0.08 }: Leaf): Art {
  const spine: Point[] = [0, 0.33, 0.67, 1].map((share) =>
    towards(towards(from, angle, length * share), angle + 90, bend * length * share * share),
  );
  const blade = limb(spine, (t) => (FORMS[form](t) * width) / 2);
  const veins = vein ?? lighter(colour, 0.35);
  const ribs = [0.2, 0.38, 0.56, 0.72].flatMap((t) =>
    [-0.8, 0.8].map((u) =>
      line(
        smooth([blade.at(t, 0), blade.at(t + 0.1, u * 0.6), blade.at(t + 0.15, u)], false),
        veins,
        Math.max(width / 34, 1),
        0.5,
      ),
    ),
  );
  const surface =
    form === 'strap'
      ? line(blade.line(0.2, 0, 0.9), veins, Math.max(width / 12, 1.5), 0.6)
      : line(blade.line(0, 0, 0.95), veins, Math.max(width / 20, 1.5), 0.85) + ribs.join('');
  return solid(blade.outline, colour, { round: Math.max(width / 7, 3), shade: 0.5, shine: 0.45, surface });
}

/** A leaf cut into round lobes, like coriander's. `r` is its reach from the joint. */
export function fan(from: Point, angle: number, r: number, colour: string, lobes = 3): Art {
  const points: Point[] = [from];
  const span = 150;
  for (let lobe = 0; lobe < lobes; lobe += 1) {
    for (const tooth of [-0.42, -0.2, 0, 0.2, 0.42]) {
      const direction = angle - span / 2 + (span * (lobe + 0.5 + tooth)) / lobes;
      points.push(towards(from, direction, r * (1 - Math.abs(tooth) * 0.95) * (tooth === 0 ? 1.02 : 0.96)));
    }
  }
  const ribs = Array.from({ length: lobes }, (_, lobe) => {
    const direction = angle - span / 2 + (span * (lobe + 0.5)) / lobes;
    return line(
      smooth([from, towards(from, direction, r * 0.7)], false),
      lighter(colour, 0.4),
      Math.max(r / 22, 1.2),
      0.7,
    );
  });
  return solid(smooth(points), colour, { round: Math.max(r / 7, 3), surface: ribs.join('') });
}

interface Bunch {
  stem: string;
  leaf: string;
  band: string;
  stems?: number;
  /** Degrees from the outermost stem on the left to the one on the right. */
  spread?: number;
  stemWidth?: number;
  /** Length of stem above the band. */
  reach?: number;
  /** What grows at one stem: its end, its direction, the leaf colour there, its number. */
  crown(end: Point, angle: number, colour: string, index: number): Art;
}

/** Greens tied with a band, stems down: the stems behind are longer and darker. */
export function bunch({
  stem,
  leaf: colour,
  band,
  stems = 9,
  spread = 86,
  stemWidth = 11,
  reach = 150,
  crown,
}: Bunch): Art {
  const roll = dice(stems * 31 + reach);
  const tie: Point = [240, 348];
  // Outermost and rearmost first, so that the middle stands in front.
  const order = Array.from({ length: stems }, (_, index) => index).toSorted(
    (a, b) => Math.abs(b - (stems - 1) / 2) - Math.abs(a - (stems - 1) / 2),
  );
  const above = order.map((index, rank) => {
    const share = stems === 1 ? 0 : index / (stems - 1) - 0.5;
    const angle = -90 + share * spread + (roll() - 0.5) * 6;
    const length = reach * (1.16 - 0.3 * (rank / stems) + (roll() - 0.5) * 0.16);
    const root: Point = [tie[0] + share * 46, tie[1]];
    const end = towards(root, angle, length);
    const middle = towards(towards(root, -90 + share * spread * 0.4, length * 0.5), 0, 0);
    const tone = mix(deeper(colour, 0.2), colour, Math.min(1, (rank + 1.5) / (stems * 0.7)));
    return (
      cord(smooth([root, middle, end], false), mix(deeper(stem, 0.14), stem, rank / stems), stemWidth) +
      crown(end, angle, tone, index)
    );
  });
  const below = Array.from({ length: Math.max(stems, 6) }, (_, index) => {
    const share = index / (Math.max(stems, 6) - 1) - 0.5;
    const foot: Point = [tie[0] + share * 92, tie[1] + 70 - Math.abs(share) * 26];
    return cord(smooth([[tie[0] + share * 46, tie[1] - 4], foot], false), stem, stemWidth);
  });
  const tied = smooth(points('206 340, 240 347, 274 340, 277 352, 274 364, 240 372, 206 364, 203 352'));
  return (
    shadow(240, 420, 88, 14) +
    below.join('') +
    above.join('') +
    solid(tied, band, { round: 8, surface: line('M200 354Q240 366 280 354', deeper(band, 0.25), 2, 0.5) })
  );
}
