/** Leafy vegetables, tied in bunches as the bazaar sells them, and heads of leaves. */
import { bunch, fan, leaf } from '../art/leaves.ts';
import { ball } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { emoji, shadow } from '../art/scene.ts';
import type { Point } from '../art/shape.ts';
import { dice, ellipse, points, rows, smooth } from '../art/shape.ts';
import { cord, line, solid } from '../art/solid.ts';

const step = ([x, y]: Point, degrees: number, distance: number): Point => [
  x + Math.cos((degrees * Math.PI) / 180) * distance,
  y + Math.sin((degrees * Math.PI) / 180) * distance,
];

/** Leaves on both sides of the stem and one at its end. */
const paired =
  (length: number, width: number, form: 'oval' | 'round' | 'spear', vein?: string) =>
  (end: Point, angle: number, colour: string): Art =>
    rows('52 46 .8, -52 46 .8, 44 4 .92, -44 4 .92, 0 -8 1')
      .map(([turn = 0, back = 0, share = 1]) =>
        leaf({
          from: step(end, angle, -back),
          angle: angle + turn,
          length: length * share,
          width: width * share,
          colour,
          form,
          ...(vein === undefined ? {} : { vein }),
        }),
      )
      .join('');

/** Small lobed leaves on forked stalks: coriander. */
function lacy(end: Point, angle: number, colour: string): Art {
  return [-46, 46, -22, 22, 0]
    .map((turn) => {
      const tip = step(end, angle + turn, turn === 0 ? 34 : 28);
      return cord(smooth([step(end, angle, -26), end, tip], false), '#7fb552', 4) + fan(tip, angle + turn, 46, colour);
    })
    .join('');
}

const cabbageLeaf = (points: readonly Point[], colour: string): Art =>
  solid(smooth(points), colour, { round: 16, shine: 0.6 });

const cabbageFlank = (flip: 1 | -1): Point[] => [
  [240, 396],
  [240 + flip * 96, 384],
  [240 + flip * 176, 312],
  [240 + flip * 186, 216],
  [240 + flip * 150, 140],
  [240 + flip * 128, 214],
  [240 + flip * 96, 296],
];

function cabbage(): Art {
  const head = ellipse(240, 236, 142, 136);
  const veins = points('-70 -96, -24 -110, 30 -108, 78 -88').map(([dx = 0, dy = 0]) =>
    line(`M${240 + dx * 0.1} 330Q${240 + dx * 0.8} 270 ${240 + dx} ${236 + dy}`, '#eaf6cf', 5, 0.8),
  );
  return (
    shadow(240, 408, 180, 24) +
    solid(head, '#b4dc82', {
      round: 40,
      surface:
        veins.join('') +
        line('M120 190Q230 120 330 160', '#d9efb4', 7, 0.8) +
        line('M176 120Q250 170 372 176', '#8fc25f', 4, 0.6),
    }) +
    cabbageLeaf(cabbageFlank(-1), '#86c158') +
    cabbageLeaf(cabbageFlank(1), '#7ab94f') +
    [-1, 1]
      .map(
        (flip) =>
          line(`M240 390Q${240 + flip * 120} 350 ${240 + flip * 160} 190`, '#dcf0bb', 7, 0.8) +
          line(`M${240 + flip * 92} 362Q${240 + flip * 120} 320 ${240 + flip * 128} 256`, '#dcf0bb', 4, 0.6),
      )
      .join('') +
    cabbageLeaf(points('150 330, 200 296, 282 296, 334 330, 300 388, 240 404, 180 388'), '#94cb66') +
    line('M240 400V312M240 380Q208 350 190 330M240 380Q272 350 292 330', '#e2f3c4', 5, 0.8)
  );
}

const cauliflowerLeaf = (angle: number, length: number, colour: string): Art =>
  leaf({ from: [240, 372], angle, length, width: 132, colour, form: 'oval', vein: '#d6ecc0' });

function cauliflower(): Art {
  const roll = dice(12);
  const curds = Array.from({ length: 46 }, (_, index) => {
    const [angle, reach] = [index * 2.4, Math.sqrt(index / 46)];
    return {
      x: 240 + Math.cos(angle) * reach * 122,
      y: 206 + Math.sin(angle) * reach * 92,
      r: 34 - reach * 9 + roll() * 5,
    };
  }).toSorted((a, b) => a.y - b.y);
  return (
    shadow(240, 408, 170, 24) +
    cauliflowerLeaf(-158, 220, '#5da344') +
    cauliflowerLeaf(-22, 220, '#5da344') +
    cauliflowerLeaf(-132, 256, '#6cb04e') +
    cauliflowerLeaf(-48, 256, '#6cb04e') +
    solid(ellipse(240, 250, 130, 110), '#efe6c8', { round: 20 }) +
    curds.map(({ x, y, r }) => ball(x, y, r, r * 0.94, '#fbf4dd')).join('') +
    leaf({ from: [236, 396], angle: -146, length: 170, width: 108, colour: '#79bb58', vein: '#dff0cb' }) +
    leaf({ from: [244, 396], angle: -34, length: 170, width: 108, colour: '#79bb58', vein: '#dff0cb' }) +
    leaf({ from: [240, 404], angle: -90, length: 110, width: 92, colour: '#8aca66', vein: '#e6f5d4' })
  );
}

export const GREENS: Readonly<Record<string, Art>> = {
  'lal-shak-red-amaranth': bunch({
    stem: '#c2185b',
    leaf: '#b3123f',
    band: '#dba94a',
    crown: paired(92, 62, 'oval', '#f48fb1'),
  }),
  'pui-shak-malabar-spinach': bunch({
    stem: '#9b3b6a',
    leaf: '#3f9a3f',
    band: '#dba94a',
    stems: 6,
    spread: 74,
    stemWidth: 14,
    reach: 140,
    crown: paired(92, 84, 'round', '#b8e08f'),
  }),
  'palong-shak-spinach': bunch({
    stem: '#8cc35a',
    leaf: '#2f8743',
    band: '#c9503c',
    stems: 9,
    spread: 84,
    reach: 90,
    crown: (end, angle, colour) =>
      leaf({ from: step(end, angle, -24), angle, length: 178, width: 98, colour, form: 'spoon', vein: '#a4d67c' }),
  }),
  'kolmi-shak-water-spinach': bunch({
    stem: '#9ccb63',
    leaf: '#56a83c',
    band: '#7b5fb0',
    stems: 8,
    spread: 64,
    reach: 140,
    crown: (end, angle, colour) =>
      [-40, 40, -16, 16]
        .map((turn, index) =>
          leaf({
            from: step(end, angle, index < 2 ? -50 : -6),
            angle: angle + turn,
            length: 128,
            width: 44,
            colour,
            form: 'spear',
          }),
        )
        .join(''),
  }),
  'dhonia-pata-coriander': bunch({
    stem: '#8cc35a',
    leaf: '#41a043',
    band: '#dba94a',
    stems: 11,
    spread: 74,
    stemWidth: 6,
    reach: 170,
    crown: lacy,
  }),
  'pudina-pata-mint': bunch({
    stem: '#7c9a4a',
    leaf: '#2e9e62',
    band: '#dba94a',
    stems: 6,
    spread: 88,
    stemWidth: 8,
    reach: 160,
    crown: paired(74, 54, 'round', '#9be0b6'),
  }),
  'badhakopi-cabbage': cabbage(),
  'fulkopi-cauliflower': cauliflower(),
  broccoli: shadow(240, 404, 130, 20) + emoji('🥦', 240, 238, 320, { hue: -24 }),
};
