/** Breads on a checked cloth and board. */
import { deeper } from '../art/colour.ts';
import { leaf } from '../art/leaves.ts';
import { specks } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { at, emoji, haze } from '../art/scene.ts';
import type { Point } from '../art/shape.ts';
import { capped, dice, ellipse, limb, points, profile, rows, smooth } from '../art/shape.ts';
import { flesh, line, solid } from '../art/solid.ts';
import { board } from '../art/vessels.ts';

const onBoard = (bread: Art): Art => at(0, -24, board(240, 344, 206, '#c98a4c') + bread);

/** Scorched spots of a griddle or clay oven. */
function scorched(cx: number, cy: number, rx: number, ry: number, count: number, seed: number): Art {
  const roll = dice(seed);
  return Array.from({ length: count }, () => {
    const [angle, reach] = [roll() * Math.PI * 2, Math.sqrt(roll()) * 0.82];
    const [x, y] = [cx + Math.cos(angle) * reach * rx, cy + Math.sin(angle) * reach * ry];
    return haze(Math.round(x), Math.round(y), [7 + roll() * 13, 4 + roll() * 6], '#b0702a', 0.6, 2);
  }).join('');
}

/** Flat breads in a stack, the top one at `top`. */
function stack(count: number, colour: string, rx: number, ry: number, top: number, gap: number, face: Art): Art {
  return Array.from({ length: count }, (_, index) => {
    const y = top + (count - 1 - index) * gap;
    const dx = ((index * 7) % 5) * 4 - 8;
    return (
      solid(ellipse(240 + dx, y + 9, rx, ry), deeper(colour, 0.2), { round: 6 }) +
      solid(ellipse(240 + dx, y, rx, ry), colour, {
        round: 9,
        shade: 0.35,
        surface: index === count - 1 ? face : scorched(240, y, rx, ry, 8, index + 3),
      })
    );
  }).join('');
}

function paratha(): Art {
  const spiral = [0.9, 0.72, 0.54, 0.36, 0.18]
    .map(
      (share, index) =>
        `<ellipse cx="${232 + index * 3}" cy="${236 - index}" rx="${164 * share}" ry="${92 * share}" fill="none" stroke="#b9802f" stroke-width="4" opacity=".5"/>`,
    )
    .join('');
  return stack(4, '#ecc57a', 168, 96, 236, 26, spiral + scorched(240, 236, 164, 90, 20, 8));
}

const naanOutline = (dx: number, dy: number): Point[] => [
  [92 + dx, 250 + dy],
  [120 + dx, 192 + dy],
  [200 + dx, 160 + dy],
  [290 + dx, 176 + dy],
  [384 + dx, 240 + dy],
  [396 + dx, 270 + dy],
  [330 + dx, 300 + dy],
  [220 + dx, 316 + dy],
  [120 + dx, 300 + dy],
];

function naan(): Art {
  const blister = rows('170 220 34 18, 248 206 30 16, 300 244 32 16, 216 268 36 18')
    .map(([x = 0, y = 0, rx = 0, ry = 0]) => haze(x, y, [rx, ry], '#fff3d6', 0.8, 6))
    .join('');
  const herbs = points('160 250, 206 212, 250 262, 300 214, 270 232, 190 284, 330 262, 140 222')
    .map(([x = 0, y = 0], index) => leaf({ from: [x, y], angle: index * 50, length: 20, width: 11, colour: '#4a9a40' }))
    .join('');
  return (
    solid(smooth(naanOutline(14, 44)), '#d9a862', { round: 14 }) +
    solid(smooth(naanOutline(0, 0)), '#f0cf94', { round: 16, surface: blister + scorched(240, 240, 130, 60, 18, 21) }) +
    herbs
  );
}

const bun = (x: number, y: number, s: number): Art =>
  at(
    x,
    y,
    solid(smooth(points('-92 40, -86 -14, -44 -58, 0 -66, 44 -58, 86 -14, 92 40, 60 60, 0 64, -60 60')), '#d98a38', {
      round: 26,
      surface:
        haze(-34, -30, [20, 20], '#ffe6b3', 0.8, 8) +
        points('-40 -30, -14 -44, 16 -40, 44 -26, -56 -4, -24 -12, 8 -16, 36 0, 62 -2')
          .map(
            ([dx = 0, dy = 0], index) =>
              `<ellipse cx="${dx}" cy="${dy}" rx="7" ry="4" fill="#fff1cc" transform="rotate(${index * 40} ${dx} ${dy})"/>`,
          )
          .join(''),
    }),
    { scale: s },
  );

function buns(): Art {
  return bun(160, 228, 0.94) + bun(322, 230, 0.94) + bun(240, 296, 1.04);
}

const garlicStick = (shift: number): Art => {
  const body = limb(
    [
      [90, 290 + shift],
      [190, 262 + shift],
      [300, 226 + shift],
      [396, 188 + shift],
    ],
    capped(profile([0, 34], [0.5, 48], [1, 34]), 5),
  );
  const cuts = [0.16, 0.32, 0.48, 0.64, 0.8]
    .map((t) => line(body.band(t, 0.7, 0.04), '#fbe6b4', 17, 0.95) + line(body.band(t, 0.6, 0.04), '#7fae4a', 5, 0.8))
    .join('');
  return flesh(body, '#c97f35', { surface: cuts });
};

function garlicBread(): Art {
  return garlicStick(-46) + garlicStick(46) + emoji('🧄', 376, 336, 96);
}

function slicedLoaf(crust: string, crumb: string, seeds: string): Art {
  const slice = (dx: number): Art =>
    at(
      dx,
      0,
      solid(smooth(points('-84 84, -90 -20, -104 -60, -62 -96, 0 -102, 62 -96, 104 -60, 90 -20, 84 84, 0 90')), crust, {
        round: 12,
      }),
    );
  const front = solid(
    smooth(points('-70 70, -75 -18, -86 -54, -50 -82, 0 -87, 50 -82, 86 -54, 75 -18, 70 70, 0 75')),
    crumb,
    {
      round: 10,
      shade: 0.25,
      surface:
        specks(0, 0, 76, 76, deeper(crumb, 0.3), 70, 3.4, 0.4) +
        (seeds === '' ? '' : specks(0, -10, 70, 70, seeds, 34, 4, 0.9, 14)),
    },
  );
  return at(240, 246, [138, 110, 82, 54, 26, -2].map((dx) => slice(dx - 44)).join('') + at(-46, 0, front), {
    scale: 1.08,
  });
}

export const BREADS: Readonly<Record<string, Art>> = {
  'sandwich-bread': onBoard(slicedLoaf('#c9853f', '#fff1d2', '')),
  'brown-bread': onBoard(slicedLoaf('#8a5228', '#d9a86f', '#6b3f1c')),
  'milk-bread': onBoard(emoji('🍞', 240, 232, 290)),
  'paratha-frozen': onBoard(at(0, 0, paratha())),
  'butter-naan': onBoard(at(0, 10, naan())),
  'ruti-chapati': onBoard(stack(5, '#f3ddb0', 164, 84, 226, 24, scorched(240, 226, 156, 76, 24, 33))),
  'burger-buns': onBoard(buns()),
  'garlic-bread': onBoard(garlicBread()),
  croissant: onBoard(emoji('🥐', 168, 220, 210, { rotate: -8 }) + emoji('🥐', 306, 270, 220, { rotate: 14 })),
  bakarkhani: onBoard(
    stack(
      3,
      '#e0aa5c',
      120,
      62,
      250,
      34,
      line('M170 240Q240 262 310 238M190 268Q240 286 300 264M196 218Q240 232 290 214', '#a8702c', 5, 0.6) +
        specks(240, 250, 100, 48, '#fff1cc', 30, 3.6, 0.9),
    ) +
      at(-94, 96, stack(1, '#e0aa5c', 92, 46, 250, 20, specks(240, 250, 80, 36, '#fff1cc', 20, 3.6, 0.9)), {
        scale: 1,
      }),
  ),
};
