/** Oil in bottles and cans, ghee in its tin; what it is pressed from beside it. */
import { deeper, lighter } from '../art/colour.ts';
import { grain, heap } from '../art/heap.ts';
import type { Art } from '../art/scene.ts';
import { at, clipped, emoji, shadow } from '../art/scene.ts';
import { box, ellipse, extent, points, rows, smooth } from '../art/shape.ts';
import { blurredLine, disc, line, rounded, solid } from '../art/solid.ts';
import { tin, turned } from '../art/vessels.ts';

/** A pale round label on a bottle. */
const label = (x: number, y: number, r: number, art: Art): Art => disc(x, y, r, '#fffdf6', 0.95) + art;

/** Glass or plastic around oil: bright streaks, the oil's level under the neck. */
function filled(outline: string, oil: string, level: number, band: Art): Art {
  const surface =
    `<rect x="0" y="0" width="480" height="${level}" fill="#ffffff" opacity=".55"/>` +
    `<ellipse cx="240" cy="${level}" rx="180" ry="7" fill="${lighter(oil, 0.4)}" opacity=".8"/>` +
    band;
  return turned(outline, oil, surface);
}

const glare = (outline: string, x: number, top: number, bottom: number): Art =>
  clipped(outline, blurredLine(`M${x} ${top}V${bottom}`, '#ffffff', 14, 4, 0.6));

function tall(oil: string, cap: string, stripe: string, emblem: Art, aside: Art): Art {
  const body = smooth(
    points(
      '186 64, 234 64, 238 116, 282 172, 290 230, 282 290, 290 350, 286 408, 210 416, 134 408, 130 350, 138 290, 130 230, 138 172, 182 116',
    ),
  );
  const belt =
    `<path d="M110 232Q210 246 310 232V362Q210 376 110 362Z" fill="${stripe}"/>` +
    line('M110 241Q210 255 310 241M110 353Q210 367 310 353', '#ffffff', 3.5, 0.7);
  return (
    shadow(222, 414, 120, 18) +
    filled(body, oil, 132, belt) +
    glare(body, 154, 190, 390) +
    solid(box(180, 36, 60, 42, 10), cap, { round: 9 }) +
    label(210, 300, 50, emblem) +
    aside
  );
}

/** A five-litre can with its handle. */
function can(oil: string, cap: string, stripe: string, emblem: Art, aside: Art): Art {
  const body = `${smooth(points('150 124, 210 96, 286 92, 336 110, 350 160, 352 280, 350 390, 332 412, 226 418, 120 412, 102 390, 100 280, 102 186'))}`;
  const grip = smooth(points('232 132, 300 126, 318 140, 318 184, 300 196, 232 192, 220 180, 220 144'));
  const belt =
    `<path d="M80 236Q226 252 372 236V374Q226 390 80 374Z" fill="${stripe}"/>` +
    line('M80 246Q226 262 372 246M80 364Q226 380 372 364', '#ffffff', 4, 0.7);
  return (
    shadow(230, 416, 150, 20) +
    filled(body, oil, 150, belt) +
    `<path d="${grip}" fill="#fbfbf0"/>` +
    rounded(`<path d="${grip}" fill="none" stroke="${deeper(oil, 0.12)}" stroke-width="9"/>`, extent(grip, 8), {
      round: 5,
    }) +
    glare(body, 124, 200, 392) +
    solid(box(136, 72, 70, 48, 11), cap, { round: 10 }) +
    label(226, 310, 54, emblem) +
    aside
  );
}

/** A square-shouldered glass bottle for finer oils. */
function flask(oil: string, cap: string, stripe: string, emblem: Art, aside: Art): Art {
  const body =
    'M186 60H234V140Q236 158 268 168Q286 174 286 196V392Q286 414 264 414H156Q134 414 134 392V196Q134 174 152 168Q184 158 186 140Z';
  const belt =
    `<path d="M120 220H300V372H120Z" fill="${stripe}"/>` + line('M120 230H300M120 362H300', '#ffffff', 3.5, 0.7);
  return (
    shadow(222, 414, 112, 18) +
    filled(body, oil, 112, belt) +
    glare(body, 156, 186, 396) +
    solid(box(178, 34, 64, 44, 8), cap, { round: 9 }) +
    label(210, 296, 50, emblem) +
    aside
  );
}

const MUSTARD = '#d98a12';
/** Mustard in flower: four petals each. */
const blossoms = (x: number, y: number, size: number): Art =>
  rows('0 0 1, -44 34 .8, 40 40 .86, 4 66 .74')
    .map(([dx = 0, dy = 0, scale = 1]) =>
      at(
        x + dx,
        y + dy,
        [0, 90, 180, 270]
          .map((turn) =>
            at(0, 0, solid(ellipse(0, -size * 0.5, size * 0.34, size * 0.46), '#ffd42e', { round: 7 }), {
              rotate: turn,
            }),
          )
          .join('') + disc(0, 0, size * 0.2, '#c9a012'),
        { scale, rotate: dx },
      ),
    )
    .join('');
const soy = (x: number, y: number): Art =>
  rows('-40 22 30, 26 26 32, -8 -18 31, 66 6 26')
    .map(([dx = 0, dy = 0, r = 0]) =>
      solid(ellipse(x + dx, y + dy, r, r * 0.86), '#e6cb84', {
        round: 12,
        surface: `<ellipse cx="${x + dx + 6}" cy="${y + dy + 4}" rx="5" ry="9" fill="#8c6a34"/>`,
      }),
    )
    .join('');
const seeds = (colour: string, x: number): Art =>
  heap({ cx: x, base: 392, rx: 84, height: 66 }, 150, colour, grain(colour, 8, 5.4), 8);

export const OIL: Readonly<Record<string, Art>> = {
  'soybean-oil-1l': tall('#f7cf45', '#d33f3a', '#c9352f', emoji('🌱', 210, 298, 66), soy(350, 368)),
  'soybean-oil-5l': can(
    '#f6cc3f',
    '#2f7fc1',
    '#2a6cb0',
    emoji('🌱', 226, 308, 72),
    at(388, 376, soy(0, 0), { scale: 0.86 }),
  ),
  'mustard-oil-1l': tall(
    MUSTARD,
    '#e3b11c',
    '#f4c92a',
    at(210, 282, blossoms(0, 0, 50), { scale: 0.5 }),
    blossoms(366, 320, 58),
  ),
  'ghani-mustard-oil': flask(
    '#b8690c',
    '#7a4a24',
    '#8c5a2b',
    at(210, 278, blossoms(0, 0, 50), { scale: 0.5 }),
    seeds('#8a4f24', 366),
  ),
  'sunflower-oil': tall('#fbdc55', '#f09a1c', '#3f9a3c', emoji('🌻', 210, 300, 74), emoji('🌻', 366, 326, 160)),
  'rice-bran-oil': tall('#eec25a', '#3f8f4f', '#2f8f5a', emoji('🌾', 210, 300, 74), seeds('#d9b070', 366)),
  'olive-oil-extra-virgin': flask(
    '#8f9a2a',
    '#2f3a24',
    '#3f5a2c',
    emoji('🫒', 210, 296, 70),
    emoji('🫒', 372, 350, 130),
  ),
  'coconut-oil': flask('#e9eef0', '#2f8fc9', '#3f9fd9', emoji('🥥', 210, 296, 72), emoji('🥥', 372, 346, 140)),
  'sesame-oil-til': flask('#a8702c', '#1f1f24', '#d96a2c', emoji('🌿', 210, 296, 70), seeds('#f3e6c8', 366)),
  'pure-ghee': tin('#f6d25a', '#c9922a', '#d99a1f', disc(240, 304, 60, '#fffdf6', 0.95) + emoji('🧈', 240, 304, 92)),
};
