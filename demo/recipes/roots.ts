/** Vegetables from under the ground, and those that emoji draw already. */
import { leaf } from '../art/leaves.ts';
import { chilli, moved, pair, several, single, specks } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { emoji, haze, shadow } from '../art/scene.ts';
import type { Point } from '../art/shape.ts';
import { capped, ellipse, limb, points, profile, smooth } from '../art/shape.ts';
import { cord, disc, flesh, line, solid } from '../art/solid.ts';

/** Rings across a root, as radish, carrot and taro have them. */
const rings = (
  body: ReturnType<typeof limb>,
  places: readonly number[],
  colour: string,
  width: number,
  opacity = 0.5,
): Art =>
  places.map((t, index) => line(body.band(t, index % 2 === 0 ? 0.9 : 0.55, 0.025), colour, width, opacity)).join('');

const radish = (shift: Point): Art => {
  const spine = moved(points('352 128, 286 210, 210 290, 110 372'), shift);
  const body = limb(spine, capped(profile([0, 34], [0.3, 46], [0.75, 28], [1, 5]), 9));
  const top = body.at(0.02, 0);
  const crown = [-84, -8, -28, -58].map((angle) =>
    leaf({ from: top, angle, length: 104, width: 54, colour: '#57a63e', form: 'spoon', vein: '#c9e8ac' }),
  );
  return (
    crown.join('') +
    flesh(body, '#f6f3ee', {
      dark: '#b9a7c4',
      shade: 0.8,
      surface: rings(body, [0.2, 0.3, 0.42, 0.55, 0.68], '#d4c9cf', 3),
    })
  );
};

function radishes(): Art {
  return shadow(230, 424, 170, 18) + radish([-66, 14]) + radish([0, 60]);
}

const beet = (cx: number, cy: number, r: number): Art => {
  const shape = smooth([
    [cx - r * 0.4, cy - r * 0.86],
    [cx + r * 0.4, cy - r * 0.86],
    [cx + r, cy - r * 0.1],
    [cx + r * 0.62, cy + r * 0.66],
    [cx + r * 0.16, cy + r * 0.98],
    [cx + r * 0.02, cy + r * 1.42],
    [cx - r * 0.16, cy + r * 0.98],
    [cx - r * 0.62, cy + r * 0.66],
    [cx - r, cy - r * 0.1],
  ]);
  const crown = [-128, -52, -104, -74].map((angle) => {
    const tip: Point = [
      cx + Math.cos((angle * Math.PI) / 180) * r * 1.1,
      cy - r * 0.5 + Math.sin((angle * Math.PI) / 180) * r * 1.1,
    ];
    return (
      leaf({ from: tip, angle, length: r * 0.95, width: r * 0.6, colour: '#3f9440', vein: '#d8477f' }) +
      cord(smooth([[cx, cy - r * 0.8], tip, [tip[0] * 1.01, tip[1] - 8]], false), '#c22a68', 11)
    );
  });
  const hoops = [-0.45, -0.2].map((dy) =>
    line(`M${cx - r * 0.8} ${cy + r * dy}q${r * 0.8} ${r * 0.22} ${r * 1.6} 0`, '#c9437f', 4, 0.5),
  );
  return (
    crown.join('') +
    solid(shape, '#a01d58', {
      round: r * 0.5,
      surface: hoops.join('') + haze(cx - r * 0.4, cy - r * 0.35, [r * 0.2, r * 0.2], '#ffffff', 0.45, 7),
    })
  );
};

function beets(): Art {
  return shadow(240, 428, 150, 18) + beet(166, 246, 86) + beet(312, 294, 88);
}

const corm = ([cx, cy]: Point, tilt: number): Art => {
  const body = limb(
    [
      [cx - 62 * tilt, cy + 54],
      [cx, cy],
      [cx + 62 * tilt, cy - 54],
    ],
    capped(profile([0, 46], [0.4, 62], [1, 34]), 2.6),
  );
  return (
    flesh(body, '#8a5f43', {
      surface:
        rings(body, [0.16, 0.28, 0.4, 0.52, 0.64, 0.76, 0.88], '#5d3c2a', 5, 0.6) +
        rings(body, [0.2, 0.44, 0.7], '#c79a76', 3, 0.5),
      gleam: 0.25,
    }) + disc(...body.at(0.97, 0), 9, '#e8b9b4', 0.9)
  );
};

function taro(): Art {
  return (
    shadow(240, 410, 180, 22) +
    corm([166, 176], 1) +
    corm([318, 190], -0.8) +
    corm([132, 318], -0.9) +
    corm([362, 318], 0.8) +
    corm([244, 300], 1.1)
  );
}

function sweetPotatoes(): Art {
  const spine: Point[] = points('80 330, 180 300, 290 220, 396 140');
  return (
    shadow(236, 418, 180, 22) +
    several(points('-4 -46, 16 60'), (shift) => {
      const body = limb(moved(spine, shift), capped(profile([0, 8], [0.4, 70], [0.65, 64], [1, 6]), 3));
      const eyes = points('.3 -.4, .45 .3, .6 -.2, .7 .45, .25 .35').map(([t = 0, u = 0]) =>
        line(smooth([body.at(t - 0.02, u), body.at(t, u + 0.08), body.at(t + 0.025, u)], false), '#8e3140', 4, 0.6),
      );
      return flesh(body, '#c2566a', { surface: eyes.join('') });
    })
  );
}

function potatoes(): Art {
  const tone = { saturate: 1.1 };
  return (
    shadow(240, 402, 180, 22) +
    emoji('🥔', 158, 178, 236, { ...tone, rotate: -30 }) +
    emoji('🥔', 330, 206, 232, { ...tone, rotate: 40, flip: true }) +
    emoji('🥔', 226, 308, 246, { ...tone, rotate: 64 })
  );
}

const mushroom = (cx: number, cy: number, r: number): Art => {
  const stem = smooth([
    [cx - r * 0.36, cy],
    [cx + r * 0.36, cy],
    [cx + r * 0.34, cy + r * 0.7],
    [cx + r * 0.42, cy + r],
    [cx, cy + r * 1.12],
    [cx - r * 0.42, cy + r],
    [cx - r * 0.34, cy + r * 0.7],
  ]);
  const cap = smooth([
    [cx - r, cy + r * 0.12],
    [cx - r * 0.86, cy - r * 0.5],
    [cx, cy - r * 0.95],
    [cx + r * 0.86, cy - r * 0.5],
    [cx + r, cy + r * 0.12],
    [cx + r * 0.5, cy + r * 0.3],
    [cx, cy + r * 0.34],
    [cx - r * 0.5, cy + r * 0.3],
  ]);
  return (
    solid(stem, '#f3e4d2', { round: r * 0.22 }) +
    solid(cap, '#f7ecdf', {
      round: r * 0.4,
      dark: '#a97f6d',
      surface:
        specks(cx, cy - r * 0.4, r * 0.7, r * 0.4, '#d9bfa8', 16, r * 0.05, 0.6) +
        haze(cx - r * 0.4, cy - r * 0.45, [r * 0.2, r * 0.2], '#ffffff', 0.8, 6),
    })
  );
};

function mushrooms(): Art {
  return shadow(240, 408, 170, 22) + mushroom(164, 190, 92) + mushroom(320, 212, 88) + mushroom(236, 292, 102);
}

const greenChilli = (cap: Point, tip: Point, bend: number): Art => chilli(cap, tip, 30, '#3f9a35', bend);

function greenChillies(): Art {
  return (
    shadow(240, 414, 160, 20) +
    greenChilli([150, 100], [96, 340], 26) +
    greenChilli([350, 110], [256, 330], -30) +
    greenChilli([238, 150], [176, 408], 34) +
    greenChilli([400, 206], [300, 410], 30)
  );
}

const cucumberSlice = (x: number, y: number, r: number): Art => {
  const seeds = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4;
    return `<ellipse cx="${(x + Math.cos(angle) * r * 0.42).toFixed(1)}" cy="${(y + Math.sin(angle) * r * 0.42).toFixed(1)}" rx="${r * 0.12}" ry="${r * 0.06}" transform="rotate(${index * 45} ${(x + Math.cos(angle) * r * 0.42).toFixed(1)} ${(y + Math.sin(angle) * r * 0.42).toFixed(1)})" fill="#a9cf6c"/>`;
  });
  return (
    solid(ellipse(x, y, r, r), '#3f9440', { round: 6 }) +
    solid(ellipse(x, y, r * 0.88, r * 0.88), '#e1f2b8', {
      round: 6,
      shade: 0.25,
      surface: disc(x, y, r * 0.6, '#cfe89c') + seeds.join(''),
    })
  );
};

function cucumbers(): Art {
  return (
    shadow(240, 410, 170, 22) + emoji('🥒', 220, 208, 330) + cucumberSlice(318, 316, 70) + cucumberSlice(232, 350, 58)
  );
}

const onionTone = { hue: -62, saturate: 1.5, brightness: 0.76 };

export const ROOTS: Readonly<Record<string, Art>> = {
  'alu-potato': potatoes(),
  'deshi-peyaj-onion':
    shadow(240, 402, 180, 22) +
    emoji('🧅', 148, 186, 250, { ...onionTone, rotate: -16 }) +
    emoji('🧅', 336, 196, 244, { ...onionTone, rotate: 18 }) +
    emoji('🧅', 240, 290, 258, onionTone),
  'deshi-roshun-garlic': pair('🧄', 262),
  'ada-ginger': single('🫚', 340),
  tomato: pair('🍅', 256),
  'begun-long-eggplant': pair('🍆', 270, { hue: 16, saturate: 0.9, brightness: 0.86 }),
  'gajor-carrot': pair('🥕', 256),
  'shosha-cucumber': cucumbers(),
  'kacha-morich-green-chilli': greenChillies(),
  'capsicum-green': single('🫑', 320),
  'bhutta-sweet-corn': single('🌽', 330),
  'motorshuti-green-peas': pair('🫛', 260),
  'mula-radish': radishes(),
  beetroot: beets(),
  'kochur-mukhi-taro': taro(),
  'misti-alu-sweet-potato': sweetPotatoes(),
  'button-mushroom': mushrooms(),
};
