/** Nuts and dried fruit on glazed dishes. */
import { deeper, lighter } from '../art/colour.ts';
import { heap, mixed } from '../art/heap.ts';
import type { Piece } from '../art/heap.ts';
import { leaf } from '../art/leaves.ts';
import type { Art } from '../art/scene.ts';
import { at, emoji } from '../art/scene.ts';
import { capped, ellipse, limb, points, profile, rows, smooth } from '../art/shape.ts';
import { disc, flesh, line, solid } from '../art/solid.ts';
import { plate } from '../art/vessels.ts';

const dish = (glaze: string, contents: Art): Art => at(0, -20, plate(240, 332, 204, glaze) + contents);
const pile = (glaze: string, colour: string, count: number, piece: Piece, aside: Art = ''): Art =>
  dish(glaze, heap({ base: 330, rx: 166, height: 176 }, count, deeper(colour, 0.35), piece, 12) + aside);

const cashew: Piece = () => {
  const body = limb(points('-34 12, -22 -16, 8 -24, 32 -4, 30 20'), capped(profile([0, 13], [0.5, 17], [1, 14]), 4));
  return flesh(body, '#f3dcb0', { dark: '#b98a4c' });
};
const almond: Piece = () =>
  solid(smooth(points('-40 0, -14 -21, 18 -20, 38 0, 18 20, -14 21')), '#b8733c', {
    round: 9,
    surface: [-12, -5, 3, 11]
      .map((y) => line(`M-34 ${y * 0.5}Q0 ${y * 1.7} 34 ${y * 0.5}`, '#8a4f22', 2, 0.5))
      .join(''),
  });
const pistachio: Piece = () =>
  solid(smooth(points('-36 0, -14 -22, 16 -22, 36 -4, 36 4, 16 22, -14 22')), '#e6cfa4', { round: 9 }) +
  solid(smooth(points('-10 0, 10 -9, 36 -6, 38 0, 36 6, 10 9')), '#8fb04a', {
    round: 4,
    surface: line('M-4 0H34', '#9b4f6a', 3, 0.6),
  });
const walnut: Piece = () =>
  solid(ellipse(0, 0, 40, 37), '#c99a62', {
    round: 15,
    surface:
      line('M-38 0Q0 7 38 0', '#7c5228', 5, 0.8) +
      [-24, -10, 8, 24]
        .map((x) =>
          line(
            `M${x} -34Q${x * 0.4 + 8} -20 ${x * 0.8} -4M${x} 34Q${x * 0.4 - 8} 20 ${x * 0.8} 6`,
            '#8f6232',
            3.5,
            0.6,
          ),
        )
        .join(''),
  });
const raisin =
  (colour: string): Piece =>
  (roll) => {
    const r = 17 + roll() * 5;
    return solid(
      smooth([
        [-r, 0],
        [-r * 0.5, -r * 0.62],
        [r * 0.4, -r * 0.66],
        [r, -r * 0.1],
        [r * 0.6, r * 0.6],
        [-r * 0.5, r * 0.58],
      ]),
      colour,
      {
        round: 6,
        surface:
          line(
            `M${-r * 0.7} -3Q0 6 ${r * 0.7} -2M${-r * 0.5} 6Q0 ${-r * 0.3} ${r * 0.6} 6`,
            deeper(colour, 0.4),
            2.6,
            0.6,
          ) + line(`M${-r * 0.5} ${-r * 0.36}Q0 ${-r * 0.5} ${r * 0.4} ${-r * 0.34}`, lighter(colour, 0.5), 2.6, 0.7),
      },
    );
  };
const date =
  (colour: string, length = 46): Piece =>
  () =>
    solid(
      smooth([
        [-length, 0],
        [-length * 0.5, -21],
        [length * 0.4, -22],
        [length, -4],
        [length, 5],
        [length * 0.4, 22],
        [-length * 0.5, 20],
      ]),
      colour,
      {
        round: 10,
        surface:
          [-10, -2, 7]
            .map((y) =>
              line(
                `M${-length * 0.8} ${y * 0.5}Q0 ${y * 1.8} ${length * 0.8} ${y * 0.5}`,
                deeper(colour, 0.45),
                3,
                0.5,
              ),
            )
            .join('') +
          line(`M${-length * 0.5} -11Q0 -17 ${length * 0.4} -11`, lighter(colour, 0.45), 4, 0.6) +
          disc(length - 4, 0, 6, '#c9a06a'),
      },
    );
const apricot: Piece = () =>
  solid(ellipse(0, 0, 36, 31), '#f0932b', {
    round: 12,
    surface: line('M-30 4Q0 -10 30 2', '#c9641a', 4, 0.7) + disc(-10, -10, 7, '#ffd08a', 0.6),
  });
const fig: Piece = () =>
  solid(ellipse(0, 0, 41, 33), '#c9a06a', {
    round: 12,
    surface: Array.from({ length: 7 }, (_, index) =>
      line(
        `M0 0Q${(index - 3) * 9} -10 ${(index - 3) * 14} -34M0 0Q${(index - 3) * 9} 10 ${(index - 3) * 14} 34`,
        '#94692f',
        2.4,
        0.5,
      ),
    ).join(''),
  }) + disc(0, 0, 7, '#7c5228');
const seed: Piece = () =>
  solid(smooth(points('-25 0, -8 -13, 12 -12, 24 0, 12 12, -8 13')), '#b9c48a', {
    round: 5,
    surface: line('M-20 0Q0 -8 20 0', '#7f8f4c', 2.4, 0.6),
  });

export const DRY_FRUITS: Readonly<Record<string, Art>> = {
  'kaju-cashew': pile('#3f6fa8', '#f3dcb0', 56, cashew),
  'kath-badam-almond': pile('#f2ece4', '#b8733c', 52, almond),
  'pesta-pistachio': pile('#7a4f8f', '#e6cfa4', 56, pistachio),
  'akhrot-walnut': pile('#d9a45c', '#c99a62', 32, walnut),
  'kismis-golden-raisin': pile('#2f8f7a', '#d9a02c', 92, raisin('#dda434')),
  'khejur-ajwa-dates': pile('#e6b94f', '#3f231c', 40, date('#4a291f', 38)),
  'khejur-medjool-dates':
    dish('#5f9a6a', heap({ base: 330, rx: 166, height: 176 }, 30, '#6b3216', date('#a5592a', 52), 4)) +
    leaf({ from: [372, 404], angle: -30, length: 96, width: 40, colour: '#4a9a40' }),
  'cheena-badam-peanut': dish(
    '#c9574a',
    rows(
      '238 236 84, 168 270 -40, 310 268 40, 238 286 70, 116 322 -10, 362 322 64, 240 316 20, 178 346 -60, 306 348 10',
    )
      .map(([x = 0, y = 0, turn = 0]) => emoji('🥜', x, y, 140, { rotate: turn }))
      .join(''),
  ),
  'khurmani-dried-apricot': pile('#4f86b8', '#f0932b', 40, apricot),
  'tin-dried-fig': pile('#8a9a5c', '#c9a06a', 34, fig),
  'mixed-nuts': pile(
    '#f2ece4',
    '#c99a62',
    54,
    mixed(cashew, almond, pistachio, raisin('#5a3444'), (roll) => at(0, 0, walnut(roll), { scale: 0.8 })),
  ),
  'kumra-bichi-pumpkin-seeds': pile('#e89a4a', '#b9c48a', 110, seed),
};
