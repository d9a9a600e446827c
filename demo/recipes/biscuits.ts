/** Biscuits beside their packets. */
import { deeper, lighter } from '../art/colour.ts';
import { specks } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { at, emoji, shadow } from '../art/scene.ts';
import { box, ellipse, points, smooth } from '../art/shape.ts';
import { disc, line, solid } from '../art/solid.ts';
import { packet } from '../art/vessels.ts';

const teeth = (rx: number, ry: number, count: number): string =>
  smooth(
    Array.from({ length: count * 2 }, (_, index) => {
      const angle = (index * Math.PI) / count;
      const reach = index % 2 === 0 ? 1 : 0.94;
      return [Math.cos(angle) * rx * reach, Math.sin(angle) * ry * reach] as const;
    }),
  );
const holes = (colour: string, places: readonly (readonly [x: number, y: number])[], r = 4): Art =>
  places.map(([x, y]) => disc(x, y, r, deeper(colour, 0.5), 0.75)).join('');

/** Biscuits around the origin, some 140 across. */
const marie = (colour: string): Art =>
  solid(teeth(72, 72, 22), colour, {
    round: 12,
    surface:
      `<circle r="55" fill="none" stroke="${deeper(colour, 0.35)}" stroke-width="3" opacity=".5"/>` +
      holes(colour, points('-22 -22, 22 -22, -22 22, 22 22, 0 0, -34 0, 34 0, 0 -34, 0 34')),
  });
const digestive = (colour: string): Art =>
  solid(ellipse(0, 0, 73, 73), colour, {
    round: 14,
    surface:
      specks(0, 0, 66, 66, deeper(colour, 0.4), 60, 2.6, 0.6) +
      specks(0, 0, 66, 66, lighter(colour, 0.4), 40, 2.6, 0.6, 8) +
      holes(colour, points('-26 -14, 26 -14, 0 30, 0 -40, -34 22, 34 22'), 3.5),
  });
const square = (colour: string): Art =>
  solid(
    smooth(
      points(
        '-66 -62, -33 -68, 0 -63, 33 -68, 66 -62, 71 -31, 65 0, 71 31, 66 62, 33 68, 0 63, -33 68, -66 62, -71 31, -65 0, -71 -31',
      ),
    ),
    colour,
    {
      round: 11,
      surface:
        holes(
          colour,
          [-36, 0, 36].flatMap((x) => [-36, 0, 36].map((y) => [x, y] as const)),
        ) + specks(0, 0, 60, 60, '#ffffff', 22, 3, 0.8),
    },
  );
const bar = (colour: string): Art =>
  solid(box(-52, -76, 104, 152, 15), colour, {
    round: 12,
    surface:
      `<rect x="-39" y="-63" width="78" height="126" rx="9" fill="none" stroke="${deeper(colour, 0.35)}" stroke-width="3.5" opacity=".55"/>` +
      holes(colour, points('-20 -38, 20 -38, -20 0, 20 0, -20 38, 20 38')),
  });
const sandwich = (shell: string, cream: string): Art =>
  at(10, 16, solid(teeth(70, 70, 20), shell, { round: 10 })) +
  at(5, 8, solid(ellipse(0, 0, 66, 66), cream, { round: 8 })) +
  solid(teeth(70, 70, 20), shell, {
    round: 12,
    surface:
      `<circle r="46" fill="none" stroke="${deeper(shell, 0.4)}" stroke-width="4" opacity=".5"/>` +
      Array.from({ length: 8 }, (_, index) =>
        disc(Math.cos(index * 0.785) * 30, Math.sin(index * 0.785) * 30, 6, deeper(shell, 0.4), 0.5),
      ).join(''),
  });
const shortbread = (colour: string): Art =>
  solid(ellipse(0, 0, 71, 66), colour, {
    round: 18,
    surface:
      line('M-40 -30Q-10 -10 -30 30M10 -44Q20 0 44 26M-6 10Q10 26 0 50', deeper(colour, 0.35), 4, 0.6) +
      points('-16 -20, 14 -6, -6 16, 24 -26')
        .map(([x = 0, y = 0]) => solid(ellipse(x, y, 11, 6), '#8fb04a', { round: 3 }))
        .join(''),
  });
const coconutty = (colour: string): Art =>
  solid(teeth(70, 70, 14), colour, {
    round: 14,
    surface: Array.from({ length: 46 }, (_, index) =>
      line(
        `M${Math.round(Math.cos(index * 2.4) * index * 1.35)} ${Math.round(Math.sin(index * 2.4) * index * 1.35)}l9 ${index % 2 === 0 ? 6 : -6}`,
        '#fffaf0',
        3.6,
        0.9,
      ),
    ).join(''),
  });
const wafer = (shell: string, cream: string): Art =>
  [0, 1, 2]
    .map(
      (layer) =>
        solid(box(-80, -44 + layer * 32, 160, 26, 4), shell, {
          round: 5,
          surface: Array.from({ length: 9 }, (_, index) =>
            line(`M${-76 + index * 19} -50l14 120`, deeper(shell, 0.3), 2.5, 0.5),
          ).join(''),
        }) + (layer < 2 ? solid(box(-77, -20 + layer * 32, 154, 10, 3), cream, { round: 3 }) : ''),
    )
    .join('');
const toast = (colour: string): Art =>
  solid(
    smooth(points('-60 66, -64 -16, -70 -48, -34 -74, 0 -76, 34 -74, 70 -48, 64 -16, 60 66, 0 70')),
    deeper(colour, 0.18),
    { round: 10 },
  ) +
  solid(
    smooth(points('-49 55, -52 -14, -56 -42, -28 -61, 0 -63, 28 -61, 56 -42, 52 -14, 49 55, 0 58')),
    lighter(colour, 0.25),
    { round: 8, shade: 0.25, surface: specks(0, 0, 56, 58, deeper(colour, 0.3), 60, 3.4, 0.4) },
  );

interface Packet {
  wrap: string;
  stripe: string;
  /** The biscuit itself, around the origin. */
  biscuit: Art;
}

const biscuits = ({ wrap, stripe, biscuit }: Packet): Art =>
  at(
    -64,
    0,
    packet(
      wrap,
      `<path d="M100 130Q240 190 380 110V216Q240 280 100 236Z" fill="${stripe}"/>` +
        line('M100 226Q240 272 380 208', '#ffffff', 5, 0.7) +
        disc(240, 220, 74, '#fffdf6', 0.95) +
        at(240, 220, biscuit, { scale: 0.76, rotate: -10 }),
      [150, 330],
    ),
  ) +
  shadow(366, 414, 90, 12) +
  at(400, 296, biscuit, { scale: 0.84, rotate: 22 }) +
  at(330, 358, biscuit, { rotate: -12 });

export const BISCUITS: Readonly<Record<string, Art>> = {
  'toast-biscuits': biscuits({ wrap: '#d9652c', stripe: '#f7c948', biscuit: toast('#dba055') }),
  'milk-marie-biscuits': biscuits({ wrap: '#3f8fd0', stripe: '#f4f8fb', biscuit: marie('#eabf78') }),
  nankhatai: biscuits({ wrap: '#8c3f6a', stripe: '#f0c9d9', biscuit: shortbread('#f0cc86') }),
  'orange-cream-biscuits': biscuits({ wrap: '#f08a1c', stripe: '#ffe08a', biscuit: sandwich('#e3a860', '#ff9a2e') }),
  'chocolate-chip-cookies': biscuits({ wrap: '#8a4a2a', stripe: '#d9955a', biscuit: emoji('🍪', 0, 0, 156) }),
  'salted-crackers': biscuits({ wrap: '#2f9a7a', stripe: '#d6f0e2', biscuit: square('#f0c97e') }),
  'digestive-biscuits': biscuits({ wrap: '#a8332f', stripe: '#e9c79a', biscuit: digestive('#c98f4f') }),
  'glucose-biscuits': biscuits({ wrap: '#f2c62f', stripe: '#d33b34', biscuit: bar('#e8b568') }),
  'coconut-biscuits': biscuits({ wrap: '#4fb0a0', stripe: '#f4f0e4', biscuit: coconutty('#e6b76c') }),
  'vanilla-wafers': biscuits({ wrap: '#e57a9c', stripe: '#fff0f4', biscuit: wafer('#e9c284', '#fff6e2') }),
};
