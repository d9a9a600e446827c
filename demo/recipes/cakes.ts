/** Cakes on their stands. */
import { deeper, lighter } from '../art/colour.ts';
import { specks } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { at, emoji, shadow } from '../art/scene.ts';
import { ellipse, points, smooth } from '../art/shape.ts';
import { cord, disc, line, solid } from '../art/solid.ts';
import { plate, turned } from '../art/vessels.ts';

/** A glazed stand; what is on it has its foot at (240, 312). */
const stand = (glaze: string, cake: Art): Art =>
  shadow(240, 420, 96, 14) +
  turned('M214 320H266Q262 380 312 408Q240 428 168 408Q218 380 214 320Z', glaze) +
  at(0, -20, plate(240, 334, 190, glaze)) +
  cake;

/** A loaf cake, its cut end to the right. */
function loaf(crust: string, crumb: string, fruit: readonly string[] = []): Art {
  const top = smooth(points('86 214, 110 176, 200 158, 300 168, 330 206, 330 300, 210 318, 92 300'));
  const cut = smooth(points('300 210, 318 180, 352 172, 388 184, 400 214, 396 304, 350 318, 304 306'));
  const bits = fruit.flatMap((colour, kind) =>
    Array.from({ length: 7 }, (_, index) =>
      disc(312 + ((index * 37 + kind * 23) % 78), 200 + ((index * 53 + kind * 31) % 104), 6.5, colour, 0.95),
    ),
  );
  const crown =
    fruit.length === 0
      ? ''
      : fruit
          .flatMap((colour, kind) =>
            Array.from({ length: 4 }, (_, index) =>
              solid(ellipse(120 + ((index * 61 + kind * 27) % 180), 182 + ((index * 17) % 24), 11, 8), colour, {
                round: 4,
              }),
            ),
          )
          .join('');
  return (
    solid(top, crust, {
      round: 26,
      surface:
        line('M110 192Q200 170 310 184', lighter(crust, 0.4), 12, 0.5) +
        line('M120 210Q200 196 290 206', deeper(crust, 0.35), 6, 0.5),
    }) +
    crown +
    solid(cut, deeper(crust, 0.12), { round: 8 }) +
    solid(smooth(points('310 216, 324 190, 352 184, 380 194, 390 218, 386 296, 350 308, 313 298')), crumb, {
      round: 8,
      shade: 0.25,
      surface: specks(350, 246, 40, 62, deeper(crumb, 0.25), 40, 2.6, 0.6) + bits.join(''),
    })
  );
}

/** A round cake in layers with icing that runs down. */
function layered(sponge: string, icing: string, crown: Art): Art {
  const wall = 'M96 206V290A144 40 0 0 0 384 290V206Z';
  const drip =
    'M94 190V226Q104 254 120 232T152 246Q166 282 186 252T232 262Q248 296 268 258T312 254Q332 280 346 240T376 226Q386 240 386 190Z';
  return (
    turned(wall, sponge, line('M90 244Q240 300 390 244', lighter(icing, 0.3), 13, 0.9)) +
    solid(drip, icing, { round: 10 }) +
    solid(ellipse(240, 192, 146, 44), lighter(icing, 0.08), { round: 12 }) +
    crown
  );
}

const roses = (colour: string, top: string): Art =>
  Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4 + 0.4;
    return { x: 240 + Math.cos(angle) * 108, y: 188 + Math.sin(angle) * 30 };
  })
    .toSorted((a, b) => a.y - b.y)
    .map(({ x, y }) =>
      solid(
        smooth([
          [x - 22, y + 8],
          [x - 12, y - 10],
          [x, y - 26],
          [x + 12, y - 10],
          [x + 22, y + 8],
          [x, y + 16],
        ]),
        colour,
        { round: 8 },
      ),
    )
    .join('') + emoji(top, 240, 158, 84);

const roll = (sponge: string, cream: string): Art =>
  solid(smooth(points('92 230, 120 180, 200 168, 300 172, 320 220, 320 290, 220 312, 110 300')), sponge, {
    round: 24,
  }) +
  solid(ellipse(328, 240, 70, 72), deeper(sponge, 0.1), { round: 12 }) +
  solid(ellipse(328, 240, 60, 62), cream, { round: 8, shade: 0.2 }) +
  cord(
    'M372 262C356 312 276 292 284 236C290 190 356 188 362 232C366 268 312 272 312 240C314 222 336 224 336 238',
    sponge,
    15,
  );

const brownie = (x: number, y: number, s: number): Art =>
  at(
    x,
    y,
    solid('M-74 -20L0 -52L78 -24V32L6 66L-74 34Z', '#4a281a', { round: 9 }) +
      solid('M-74 -20L0 -52L78 -24L6 8Z', '#6b3f28', {
        round: 7,
        surface: line('M-50 -24Q-10 -30 10 -44M-20 -8Q14 -24 54 -26', '#8f5c3e', 4, 0.7),
      }) +
      points('-20 -26, 20 -30, 10 -12, 44 -22')
        .map(([dx = 0, dy = 0]) => solid(ellipse(dx, dy, 11, 7), '#d9a662', { round: 3 }))
        .join(''),
    { scale: s },
  );

export const CAKES: Readonly<Record<string, Art>> = {
  'pound-cake': stand('#7fb5d9', loaf('#c9802f', '#fbdf8f')),
  'fruit-cake': stand('#8fbf8a', loaf('#9a5a28', '#eebf72', ['#c9283c', '#3f9a4a', '#f2b21c'])),
  'chocolate-cake': stand('#f4efe8', layered('#5a3020', '#3f2118', roses('#6b4030', '🍒'))),
  'vanilla-cream-cake': stand('#e58aa8', layered('#f3cf83', '#fff6e6', roses('#fffaf0', '🍓'))),
  'birthday-cake': stand('#b9a3d9', emoji('🎂', 240, 186, 300)),
  'cup-cakes': stand(
    '#f2c94c',
    emoji('🧁', 158, 226, 180) + emoji('🧁', 322, 226, 180, { hue: 70 }) + emoji('🧁', 240, 242, 180, { hue: -60 }),
  ),
  'swiss-roll': stand('#6fb59a', roll('#d98a3c', '#fff3df')),
  'walnut-brownies': stand('#e9e2d8', brownie(160, 262, 1) + brownie(322, 264, 1) + brownie(240, 206, 1.02)),
  'glazed-donuts': stand(
    '#7f9ad0',
    emoji('🍩', 166, 236, 168) +
      emoji('🍩', 316, 238, 168, { hue: -40, brightness: 1.15 }) +
      emoji('🍩', 240, 166, 160, { hue: 200, brightness: 1.2 }),
  ),
};
