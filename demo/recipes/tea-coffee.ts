/** Tea and coffee: cartons, tins, pouches, always with a cup of what they make. */
import { deeper } from '../art/colour.ts';
import { grain, packed } from '../art/heap.ts';
import { leaf } from '../art/leaves.ts';
import type { Art } from '../art/scene.ts';
import { at, emoji, shadow } from '../art/scene.ts';
import { ellipse, smooth } from '../art/shape.ts';
import { blurredLine, cord, disc, line, solid } from '../art/solid.ts';
import { carton, jar, packet, pouch, tin, turned } from '../art/vessels.ts';

/** A cup on its saucer around the origin, `drink` the colour in it. */
function cup(drink: string, china = '#fbfaf7', afloat: Art = ''): Art {
  const wall = 'M-76 -46C-76 20 -50 48 -30 48H30C50 48 76 20 76 -46A76 22 0 0 1 -76 -46Z';
  return (
    shadow(0, 60, 92, 12) +
    solid(ellipse(0, 50, 104, 24), china, { round: 7, shade: 0.4 }) +
    cord('M70 -30C118 -44 120 24 56 18', china, 15) +
    solid(ellipse(0, -46, 76, 22), deeper(china, 0.1), { round: 4 }) +
    solid(ellipse(0, -43, 66, 16), drink, { round: 5, shine: 0.2 }) +
    afloat +
    turned(wall, china) +
    `<path d="M-74 -44A76 22 0 0 0 74 -44" fill="none" stroke="#ffffff" stroke-width="5" stroke-linecap="round" opacity=".9"/>` +
    blurredLine('M-22 -84Q-38 -104 -22 -126T-22 -166M20 -84Q4 -104 20 -126T20 -160', '#ffffff', 9, 4, 0.75)
  );
}

const leaves = (x: number, y: number, size = 90, colour = '#3f9a40'): Art =>
  [-150, -30, -92].map((angle) => leaf({ from: [x, y], angle, length: size, width: size * 0.46, colour })).join('');
const face = (band: string, emblem: Art): Art =>
  `<path d="M90 246L330 254V346L90 338Z" fill="${band}"/>` + disc(212, 234, 72, '#fffdf6', 0.96) + emblem;
const aside = (drink: string, afloat = ''): Art => at(352, 356, cup(drink, '#fbfaf7', afloat), { scale: 0.86 });
const left = (art: Art): Art => at(-52, 0, art);

const MILKY = '#c98a56';
const AMBER = '#b5521c';
const LIQUOR = '#5a3220';

function bean(x: number, y: number, turn: number, scale = 1): Art {
  return at(
    x,
    y,
    solid(ellipse(0, 0, 42, 30), '#6b3f24', {
      round: 13,
      surface: line('M-40 2Q-10 -14 4 0T40 -2', '#3a2012', 6, 0.9),
    }),
    { rotate: turn, scale },
  );
}

const tag = (x: number, y: number, colour: string): Art =>
  line(`M${x} ${y}q-30 34 -10 72`, '#f6f1e6', 3) +
  solid(
    smooth([
      [x - 34, y + 70],
      [x + 10, y + 66],
      [x + 14, y + 118],
      [x - 32, y + 120],
    ]),
    colour,
    { round: 6 },
  ) +
  leaf({ from: [x - 26, y + 104], angle: -40, length: 36, width: 20, colour: '#3f9a40' });

export const TEA_COFFEE: Readonly<Record<string, Art>> = {
  'bop-tea': left(carton('#d33b34', face('#f2b632', leaves(212, 276, 74)))) + aside(MILKY),
  'premium-leaf-tea':
    left(tin('#1f6b4a', '#d9a63c', '#17563b', disc(240, 306, 60, '#fffdf6', 0.95) + leaves(240, 344, 66))) +
    aside(AMBER),
  'green-tea':
    left(carton('#7fb83f', face('#4f8f2c', emoji('🍃', 212, 234, 110)))) +
    at(352, 356, cup('#c9cf5a', '#dff0d0'), { scale: 0.86 }),
  'tea-bags-black':
    left(carton('#e9b93c', face('#c9352f', emoji('🫖', 212, 234, 112)))) + aside(AMBER) + tag(316, 330, '#d33b34'),
  'masala-chai': left(carton('#e8742c', face('#8c3a1c', emoji('🫚', 212, 234, 110)))) + aside('#c98f5a'),
  'lemon-ginger-tea':
    left(carton('#f7d33f', face('#3f9a58', emoji('🍋', 212, 234, 108)))) +
    at(352, 356, cup('#e0a02c', '#fdf3d0', solid(ellipse(-14, -44, 30, 8), '#ffe25a', { round: 3 })), { scale: 0.86 }),
  'tulsi-tea':
    left(carton('#8a5aa8', face('#4f9a4a', emoji('🌿', 212, 234, 112)))) +
    at(352, 356, cup('#a9802c', '#efe4f4'), { scale: 0.86 }),
  'jasmine-tea':
    left(tin('#f3e6ee', '#c9709a', '#e3a0bf', disc(240, 306, 60, '#fffdf6', 0.95) + emoji('🌼', 240, 304, 92))) +
    at(352, 356, cup('#d9b04a', '#fdf1f5'), { scale: 0.86 }),
  'milk-tea-premix':
    left(pouch('#c98f5f', packed('#e3c49c', grain('#e9d0ae', 6, 5), 340, 3), emoji('🧋', 240, 164, 96))) +
    aside('#d9a877'),
  'instant-coffee':
    left(jar('#5a3220', '#2c2a2e', '#c9352f', disc(240, 324, 46, '#fffdf6', 0.95) + emoji('☕', 240, 324, 70))) +
    aside(LIQUOR),
  'coffee-3-in-1':
    left(
      packet(
        '#b5352c',
        disc(240, 230, 74, '#fffdf6', 0.96) +
          emoji('☕', 240, 228, 112) +
          `<path d="M120 318Q240 334 360 318V360Q240 376 120 360Z" fill="#f2c14a"/>`,
        [150, 330],
      ),
    ) + aside('#a8704a'),
  'roasted-coffee-beans':
    left(
      pouch(
        '#4a3a34',
        packed('#4a2a18', () => bean(0, 0, 0, 0.42), 120),
        emoji('☕', 240, 164, 88),
      ),
    ) +
    bean(300, 408, -20) +
    bean(372, 396, 30) +
    bean(348, 356, -50, 0.9) +
    bean(426, 412, 10, 0.9) +
    bean(416, 364, 60, 0.8),
};
