/** Eggs: in trays, baskets, nests and boxes. */
import { specks } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { emoji, shadow } from '../art/scene.ts';
import { dice, ellipse, limb, points, rows, smooth } from '../art/shape.ts';
import { cord, flesh, line, solid } from '../art/solid.ts';
import { bowl } from '../art/vessels.ts';

/** An egg standing on its blunt end, `r` half its width. */
function egg(x: number, y: number, r: number, shell: string, spots = ''): Art {
  const body = limb(
    [
      [x, y - r * 1.36],
      [x, y],
      [x, y + r * 1.16],
    ],
    (t) => r * Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 2)) * (0.84 + 0.2 * Math.sin(t * 1.9)),
  );
  return flesh(body, shell, {
    surface: spots === '' ? '' : specks(x, y, r, r * 1.3, spots, 30, r * 0.07, 0.75, Math.round(x + y)),
    gleam: 0.5,
  });
}

/** A pulp tray in rows; the nearer row hides the foot of the one behind it. */
function tray(rows: number, columns: number, shells: readonly string[], pulp: string): Art {
  const out: Art[] = [];
  const width = 384;
  const step = width / columns;
  for (let row = 0; row < rows; row += 1) {
    const y = 300 + (row - (rows - 1) / 2) * 66;
    const inset = (rows - 1 - row) * 8;
    const pitch = (width - inset * 2) / columns;
    for (let column = 0; column < columns; column += 1)
      out.push(
        egg(
          48 + inset + pitch * (column + 0.5),
          y - 34,
          step * 0.44,
          shells[(row * columns + column) % shells.length] ?? '#ffffff',
        ),
      );
    const scallop = Array.from({ length: columns }, () => `q${pitch / 2} 34 ${pitch} 0`).join('');
    out.push(
      solid(
        `M${48 + inset} ${y - 10}${scallop}L${432 - inset - 8} ${y + 50}Q240 ${y + 62} ${56 + inset} ${y + 50}Z`,
        pulp,
        { round: 12 },
      ),
    );
  }
  return shadow(240, 400, 190, 22) + out.join('');
}

/** A nest of straw that the eggs sit in. */
function nest(eggs: Art): Art {
  const roll = dice(77);
  const straw = (spread: number, y: number, count: number): Art =>
    Array.from({ length: count }, () => {
      const x = 240 + (roll() - 0.5) * spread;
      const rise = y + (roll() - 0.5) * 54 - Math.abs(x - 240) * 0.14;
      const sway = (roll() - 0.5) * 30;
      return line(
        smooth(
          [
            [x - 62, rise + sway],
            [x, rise + 16 + roll() * 10],
            [x + 62, rise - sway],
          ],
          false,
        ),
        ['#c98f3c', '#e0b25a', '#a8742c', '#f0cd80'][Math.floor(roll() * 4)] ?? '#c98f3c',
        5,
        0.95,
      );
    }).join('');
  const base = smooth(points('64 296, 120 262, 240 252, 360 262, 416 296, 384 372, 300 408, 180 408, 96 372'));
  return (
    shadow(240, 404, 180, 22) +
    solid(base, '#a8742c', { round: 20 }) +
    straw(240, 276, 40) +
    eggs +
    straw(220, 352, 110)
  );
}

/** A cardboard box of six or ten with its lid up. */
function box(shells: readonly string[], card: string, lid: string, emblem: Art): Art {
  const pitch = 360 / shells.length;
  const back = smooth(points('64 84, 240 76, 416 84, 424 100, 418 262, 240 268, 62 262, 56 100'));
  const front = `M44 286${shells.map(() => `q${pitch * 0.55} 40 ${392 / shells.length} 0`).join('')}L424 378Q418 398 400 400H80Q62 398 56 378Z`;
  return (
    shadow(240, 402, 190, 20) +
    solid(back, lid, { round: 16, surface: line('M60 108Q240 98 420 108', '#ffffff', 5, 0.5) }) +
    emblem +
    shells.map((shell, index) => egg(60 + pitch * (index + 0.5), 276, Math.min(pitch * 0.45, 48), shell)).join('') +
    solid(front, card, { round: 16 })
  );
}

function basket(eggs: Art): Art {
  const wall = smooth(points('96 262, 240 280, 384 262, 372 330, 346 402, 240 412, 134 402, 108 330'));
  const cane = Array.from({ length: 7 }, (_, row) =>
    Array.from({ length: 12 }, (_, column) =>
      line(
        `M${88 + column * 27 + (row % 2) * 13} ${276 + row * 21}q14 9 26 0`,
        row % 2 === 0 ? '#e9bd72' : '#9c6a2c',
        11,
        0.8,
      ),
    ).join(''),
  );
  return (
    shadow(240, 408, 160, 20) +
    cord('M104 262C108 60 372 60 376 262', '#b98442', 18) +
    solid(ellipse(240, 262, 144, 36), '#7a5222', { round: 8 }) +
    eggs +
    solid(wall, '#c9944c', { round: 22, surface: cane.join('') }) +
    cord('M98 264Q240 304 382 264', '#d9a860', 18)
  );
}

const BROWN = '#d99a66';
const cluster = (places: readonly number[][], shell: string, spots = ''): Art =>
  places.map(([x = 0, y = 0, r = 0]) => egg(x, y, r, shell, spots)).join('');

export const EGGS: Readonly<Record<string, Art>> = {
  'deshi-eggs': basket(
    cluster(rows('178 214 46, 300 214 46, 240 200 48, 150 250 44, 210 254 46, 274 254 46, 332 250 44'), '#efcda4'),
  ),
  'farm-eggs-brown': tray(3, 4, [BROWN, '#cf8d5a', '#e0a575'], '#a9a39b'),
  'farm-eggs-white': tray(3, 4, ['#fbf6ee', '#fffaf3'], '#8fb0c9'),
  'duck-eggs-hash': nest(cluster(rows('170 262 56, 310 262 56, 240 246 60'), '#d3e4df')) + emoji('🦆', 388, 104, 150),
  'quail-eggs-koel': nest(
    cluster(
      rows('150 274 36, 212 258 38, 274 258 38, 334 276 36, 182 296 36, 244 292 38, 304 298 36'),
      '#efe4cb',
      '#5d4030',
    ),
  ),
  'omega-3-eggs': box([BROWN, BROWN, BROWN, BROWN, BROWN, BROWN], '#6aa84f', '#8cc56a', emoji('🌿', 240, 152, 110)),
  'organic-eggs': box(['#efcda4', '#e0a575', '#efcda4', '#e0a575'], '#c9b28c', '#e3d2b2', emoji('🐔', 240, 150, 120)),
  'sonali-eggs': bowl(
    240,
    268,
    176,
    '#4f86b8',
    cluster(rows('160 224 52, 240 206 56, 322 224 52, 118 266 46, 200 264 52, 284 264 52, 362 266 46'), '#f3dcc0'),
    '#f4f8fb',
  ),
  'half-tray-eggs-30': tray(4, 6, [BROWN, '#e6b287'], '#c9a05c'),
};
