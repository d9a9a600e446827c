/** Meat on the butcher's board, the animal it comes from beside it. */
import { deeper } from '../art/colour.ts';
import { leaf } from '../art/leaves.ts';
import type { Art, Tone } from '../art/scene.ts';
import { at, emoji, haze } from '../art/scene.ts';
import type { Point } from '../art/shape.ts';
import { capped, dice, ellipse, limb, points, profile, smooth } from '../art/shape.ts';
import { blurredLine, cord, disc, flesh, line, solid } from '../art/solid.ts';
import { board, plate } from '../art/vessels.ts';

/** The animal on a pale coin at the top right. */
const badge = (character: string, tone: Tone = {}): Art =>
  solid(ellipse(398, 84, 60, 60), '#fffaf4', { round: 8, shade: 0.25, dark: '#c98f80' }) +
  emoji(character, 398, 84, 86, tone);

const garnish = (x: number, y: number): Art =>
  [-150, -95, -40].map((angle) => leaf({ from: [x, y], angle, length: 60, width: 32, colour: '#4a9a40' })).join('');

/** Boneless cubes, heaped. */
function cubes(colour: string, fat: string, seed: number, bones = false): Art {
  const roll = dice(seed);
  const spots: Point[] = points(
    '156 268, 232 254, 312 262, 190 218, 270 212, 128 316, 206 318, 286 316, 356 312, 164 352, 250 360, 330 350',
  );
  return spots
    .map(([x, y], index) => {
      const size = 42 + roll() * 8;
      const turn = (roll() - 0.5) * 24;
      const shape = smooth([
        [-size, -size * 0.6],
        [0, -size * 0.86],
        [size, -size * 0.55],
        [size * 0.94, size * 0.5],
        [0, size * 0.86],
        [-size * 0.96, size * 0.5],
      ]);
      const marbling =
        line(`M${-size * 0.8} ${-size * 0.1}Q0 ${-size * 0.5} ${size * 0.8} ${size * 0.06}`, fat, 5, 0.75) +
        line(`M${-size * 0.5} ${size * 0.4}Q0 ${size * 0.06} ${size * 0.6} ${size * 0.5}`, fat, 3.5, 0.6);
      const bone =
        bones && index % 3 === 1
          ? solid(ellipse(6, -6, size * 0.4, size * 0.34), '#f8ecdc', {
              round: 6,
              surface: disc(6, -6, size * 0.16, '#c9705c', 0.9),
            })
          : '';
      return at(x, y, solid(shape, colour, { round: 15, surface: marbling }) + bone, { rotate: turn });
    })
    .join('');
}

/** Mince, as it comes out of the mincer. */
function mince(): Art {
  const roll = dice(31);
  return Array.from({ length: 46 }, (_, index) => {
    const row = Math.floor(index / 9);
    const x = 120 + (index % 9) * 30 + (row % 2) * 12 + (roll() - 0.5) * 12;
    const lift = Math.sqrt(Math.max(0, 1 - ((x - 240) / 150) ** 2)) * 110;
    const y = 352 - lift * (1 - row / 5.2) + (row - 2) * 4;
    return cord(
      smooth(
        [
          [x - 24, y + 10],
          [x - 6, y - 9 + roll() * 8],
          [x + 12, y + 8],
          [x + 28, y - 6],
        ],
        false,
      ),
      index % 4 === 0 ? '#e58c86' : '#c9433f',
      16,
    );
  }).join('');
}

/** A dressed chicken, breast up; `skin` tells the breeds apart. */
function dressed(skin: string, slim: number): Art {
  const body = limb(
    points('104 300, 180 262, 280 250, 372 280'),
    capped(profile([0, 56 * slim], [0.35, 104 * slim], [0.75, 92 * slim], [1, 44 * slim]), 3),
  );
  const leg = limb(
    points('280 320, 330 278, 386 232, 414 196'),
    capped(profile([0, 62 * slim], [0.3, 58 * slim], [0.75, 24], [1, 18]), 4),
  );
  const wing = limb(
    points('150 250, 196 292, 246 298, 214 330'),
    capped(profile([0, 34 * slim], [0.5, 32 * slim], [1, 14]), 4),
  );
  return (
    flesh(body, skin, { dark: '#b5644a' }) +
    solid(smooth(points('398 204, 412 172, 436 168, 438 188, 452 198, 440 216, 418 218')), '#fff5ea', { round: 7 }) +
    flesh(leg, skin, { dark: '#b5644a' }) +
    flesh(wing, deeper(skin, 0.06), { dark: '#b5644a' }) +
    haze(196, 214, [26, 26], '#ffffff', 0.5, 11)
  );
}

const liverLobe = (points: readonly Point[], colour: string): Art => solid(smooth(points), colour, { round: 24 });

function liver(): Art {
  return (
    liverLobe(points('106 310, 130 226, 220 190, 300 214, 320 280, 270 342, 180 362'), '#8c2f38') +
    liverLobe(points('250 330, 270 250, 330 214, 390 244, 402 306, 350 352, 286 362'), '#7a2832') +
    blurredLine('M150 250Q200 214 260 226', '#ffffff', 14, 6, 0.5) +
    blurredLine('M296 270Q330 240 366 254', '#ffffff', 11, 5, 0.45)
  );
}

const fillet = (dy: number, flip: boolean): Art =>
  at(
    240,
    262 + dy,
    solid(smooth(points('-136 10, -110 -52, -30 -74, 70 -52, 140 -10, 128 24, 60 44, -40 58, -112 50')), '#f4b7a4', {
      round: 26,
      surface: [-60, -10, 40].map((dx) => line(`M${dx - 30} -46Q${dx + 20} -6 ${dx} 44`, '#fbd9cb', 5, 0.7)).join(''),
    }),
    { flip },
  );

function fillets(): Art {
  return fillet(-30, true) + fillet(44, false);
}

function ribs(): Art {
  const slab = smooth(points('110 240, 150 204, 330 196, 376 226, 384 320, 350 360, 150 366, 104 330'));
  const bones = [0, 1, 2, 3, 4].map((index) => cord(`M${142 + index * 50} 156L${134 + index * 54} 372`, '#f8ecdc', 22));
  return (
    solid(slab, '#b8323a', {
      round: 22,
      surface:
        line('M104 250Q240 216 384 240', '#f6cfc4', 12, 0.8) + line('M110 320Q240 300 384 312', '#f0a8a0', 7, 0.6),
    }) +
    bones.join('') +
    solid(smooth(points('112 262, 240 244, 380 258, 378 318, 240 330, 110 322')), '#c9434a', {
      round: 14,
      surface: line('M108 290Q240 268 382 286', '#f6cfc4', 7, 0.8),
    })
  );
}

function sausages(): Art {
  return points('-6 300, 0 250, 8 204')
    .toReversed()
    .map(([dx = 0, y = 0]) => {
      const body = limb(
        [
          [104 + dx, y + 36],
          [180 + dx, y + 56],
          [290 + dx, y + 56],
          [376 + dx, y + 28],
        ],
        capped(() => 33, 10),
      );
      return flesh(body, '#d9734e', {
        surface: [0.25, 0.4, 0.55, 0.7].map((t) => line(body.band(t, 0.6, 0.05), '#9c4027', 6, 0.5)).join(''),
      });
    })
    .join('');
}

const onBoard = (meat: Art, coin: Art, leaves = garnish(108, 330)): Art =>
  at(0, -22, board(240, 332, 200) + leaves + meat) + coin;
const onPlate = (meat: Art, coin: Art): Art => at(0, -18, plate(240, 322, 202, '#f7f3ef') + meat) + coin;

export const MEAT: Readonly<Record<string, Art>> = {
  'beef-bone-in': onBoard(cubes('#b3262e', '#f7d3c6', 5, true), badge('🐄')),
  'beef-steak': onBoard(emoji('🥩', 216, 252, 300), badge('🐂')),
  'beef-keema-mince': onPlate(mince(), badge('🐃')),
  'beef-liver-kolija': onPlate(liver(), badge('🐄')),
  'beef-ribs-shina': onBoard(ribs(), badge('🐂'), ''),
  'mutton-khashi': onBoard(emoji('🍖', 216, 246, 284), badge('🐐')),
  'mutton-curry-cut': onPlate(cubes('#c2454a', '#fbe3da', 17, true), badge('🐐')),
  'deshi-chicken': onBoard(dressed('#f0c06e', 0.86), badge('🐓')),
  'broiler-chicken': onPlate(dressed('#f8d9bd', 1.04), badge('🐔')),
  'chicken-breast-boneless': onPlate(fillets(), badge('🐔')),
  'chicken-drumstick': onPlate(
    emoji('🍗', 174, 262, 210, { rotate: -16 }) + emoji('🍗', 296, 274, 220, { rotate: 14 }),
    badge('🐔'),
  ),
  'duck-dressed-hash': onBoard(dressed('#e9c9a4', 1.0), badge('🦆')),
  'chicken-sausage': onBoard(sausages(), badge('🐔'), ''),
};
