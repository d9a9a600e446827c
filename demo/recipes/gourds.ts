/** Gourds, and other vegetables that are fruit. */
import { leaf } from '../art/leaves.ts';
import { ball, moved, several, sprig, stalk, stalked, stripes, warts } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { emoji, shadow } from '../art/scene.ts';
import type { Point } from '../art/shape.ts';
import { capped, ellipse, limb, points, profile, smooth } from '../art/shape.ts';
import { blurredLine, cord, disc, flesh, line, solid } from '../art/solid.ts';

function bottleGourd(): Art {
  const body = limb(
    moved(points('352 84, 318 160, 258 240, 196 316, 160 362'), [0, 0]),
    capped(profile([0, 34], [0.3, 52], [0.7, 104], [1, 102]), 6),
  );
  return (
    shadow(222, 420, 150, 20) +
    leaf({ from: [352, 60], angle: 158, length: 130, width: 100, colour: '#4f9a3c', form: 'round' }) +
    stalk([352, 90], [376, 40], '#6d9a3c', 17) +
    flesh(body, '#a6d45f', { surface: stripes(body, '#d3eca5', [-0.6, -0.2, 0.2, 0.6], 9, 0.55) })
  );
}

function pointedGourds(): Art {
  const spine: Point[] = points('118 350, 200 290, 284 220, 350 158');
  return (
    shadow(240, 410, 180, 22) +
    several(points('-46 -62, 52 -8, -28 52'), (shift) => {
      const body = limb(moved(spine, shift), capped(profile([0, 20], [0.5, 60], [1, 20]), 3));
      return (
        stalked(body, [22, -24], '#6d8f3c', 10) +
        flesh(body, '#5ea63c', { surface: stripes(body, '#dcf0b2', [-0.7, -0.28, 0.18, 0.62], 10, 0.8) })
      );
    })
  );
}

function bitterGourds(): Art {
  const spine: Point[] = points('84 336, 176 292, 276 216, 384 116');
  return (
    shadow(236, 420, 180, 22) +
    several(points('0 -42, 26 66'), (shift, index) => {
      const body = limb(moved(spine, shift), capped(profile([0, 10], [0.35, 60], [0.7, 56], [1, 10]), 2.6));
      return (
        stalked(body, [24, -22], '#5e8a34', 10) +
        flesh(body, '#57a236', {
          surface: stripes(body, '#3f8a2c', [-0.6, -0.1, 0.4], 8, 0.5) + warts(body, '#6cba44', 9, [13, 6], 11 + index),
          gleam: 0.2,
        })
      );
    })
  );
}

const spinyGourd = (cx: number, cy: number, seed: number): Art => {
  const body = limb(
    [
      [cx - 88, cy + 56],
      [cx - 30, cy + 18],
      [cx + 30, cy - 18],
      [cx + 88, cy - 56],
    ],
    capped(profile([0, 62], [0.5, 76], [1, 54]), 2),
  );
  return (
    stalked(body, [22, -24], '#6f9440', 10) +
    flesh(body, '#8cc63f', { surface: warts(body, '#a5d654', 7, [13, 11], seed), gleam: 0.2 })
  );
};

function spinyGourds(): Art {
  return shadow(240, 412, 170, 22) + spinyGourd(176, 176, 5) + spinyGourd(318, 232, 6) + spinyGourd(184, 326, 8);
}

function ridgeGourds(): Art {
  const spine: Point[] = points('70 350, 180 316, 300 234, 400 110');
  return (
    shadow(236, 418, 180, 20) +
    several(points('-6 -66, 14 34'), (shift) => {
      const body = limb(moved(spine, shift), capped(profile([0, 44], [0.3, 48], [1, 22]), 5));
      const ridges = [-0.75, -0.3, 0.15, 0.6].map(
        (u) =>
          line(body.line(u + 0.06, 0.02, 0.98), '#2c6a2b', 8, 0.55) +
          line(body.line(u - 0.05, 0.02, 0.98), '#8dc963', 6, 0.9),
      );
      return stalked(body, [20, -32], '#6d8f3c', 14) + flesh(body, '#4d9440', { surface: ridges.join('') });
    })
  );
}

function snakeGourds(): Art {
  const spines: Point[][] = [
    points('86 96, 200 100, 320 150, 372 250, 396 372'),
    points('70 168, 176 180, 260 236, 300 320, 322 408'),
    points('66 250, 140 264, 196 320, 220 372, 236 430'),
  ];
  return (
    shadow(250, 430, 170, 16) +
    spines
      .map((spine) => {
        const body = limb(spine, capped(profile([0, 22], [0.5, 42], [1, 20]), 6));
        const patches = [0.12, 0.27, 0.42, 0.57, 0.72, 0.87].flatMap((t) =>
          [-0.55, 0.35].map((u) => line(body.line(u, t, t + 0.07), '#f2f7de', 10, 0.9)),
        );
        return (
          stalk(body.at(0.02, 0), [body.at(0, 0)[0] - 26, body.at(0, 0)[1] - 12], '#6d8f3c', 9) +
          flesh(body, '#7fb654', { surface: patches.join('') })
        );
      })
      .join('')
  );
}

function spongeGourds(): Art {
  const spine: Point[] = points('78 340, 180 300, 290 222, 392 116');
  return (
    shadow(236, 420, 180, 20) +
    several(points('-10 -52, 18 54'), (shift) => {
      const body = limb(moved(spine, shift), capped(profile([0, 46], [0.3, 52], [1, 36]), 7));
      return (
        stalked(body, [26, -30], '#7a8f3c', 14) +
        flesh(body, '#72b043', { surface: stripes(body, '#4a8a34', [-0.55, 0, 0.55], 4, 0.6) })
      );
    })
  );
}

const pumpkinLobe = (dx: number, rx: number): string => ellipse(226 + dx, 268, rx, 118 - Math.abs(dx) * 0.1);

function pumpkin(): Art {
  const colour = '#ee9430';
  const lobes = points('-104 66, 104 66, -56 66, 56 66, 0 62').map(([dx = 0, rx = 0]) =>
    solid(pumpkinLobe(dx, rx), colour, { round: 24, shade: 0.5, shine: 0.25 }),
  );
  const slice = smooth(points('300 330, 352 288, 432 306, 452 352, 436 400, 366 424, 310 396'));
  const flank = smooth(points('318 344, 356 312, 420 322, 438 352, 420 384, 368 402, 328 384'));
  const seeds = points('352 352, 376 344, 398 356, 374 370, 352 376, 396 374').map(([x = 0, y = 0]) =>
    solid(ellipse(x, y, 9, 6), '#fff0c2', { round: 3 }),
  );
  return (
    shadow(250, 408, 190, 24) +
    lobes.join('') +
    cord('M226 166Q224 132 252 112', '#7d9440', 24) +
    leaf({ from: [214, 152], angle: 196, length: 120, width: 92, colour: '#5a9d40', form: 'round' }) +
    solid(slice, '#e98a27', { round: 12 }) +
    solid(flank, '#ffc14d', { round: 12, shine: 0.3 }) +
    solid(ellipse(376, 360, 44, 26), '#f6a531', { round: 8, shade: 0.6 }) +
    seeds.join('')
  );
}

function ashGourd(): Art {
  const body = limb(points('120 330, 190 290, 280 224, 350 176'), capped(profile([0, 96], [0.5, 122], [1, 92]), 3));
  const bloom = warts(body, '#a9c99d', 2.4, [26, 22], 4);
  return (
    shadow(230, 420, 170, 22) +
    stalked(body, [40, -44], '#7d9a4a', 16) +
    flesh(body, '#8fbc85', {
      surface: bloom + blurredLine(body.line(-0.4, 0.1, 0.9), '#f2faec', 60, 14, 0.4),
      shine: 0.6,
    })
  );
}

function greenPapaya(): Art {
  const body = limb(points('140 352, 200 296, 276 222, 346 140'), capped(profile([0, 78], [0.35, 104], [1, 50]), 3));
  return (
    shadow(226, 422, 160, 22) +
    stalked(body, [30, -36], '#7d9440', 22) +
    flesh(body, '#5fae4a', { surface: stripes(body, '#8bcf6b', [-0.5, 0.05, 0.55], 12, 0.4) })
  );
}

function greenBananas(): Art {
  const spines: Point[][] = [
    points('372 98, 408 180, 400 270, 352 344'),
    points('360 96, 362 190, 330 290, 264 366'),
    points('346 96, 312 186, 258 276, 180 348'),
    points('332 96, 262 166, 192 232, 104 288'),
  ];
  return (
    shadow(250, 414, 160, 20) +
    spines
      .map((spine) => {
        const body = limb(spine, capped(profile([0, 18], [0.3, 40], [0.75, 38], [1, 12]), 5));
        return (
          flesh(body, '#6db33f', { surface: stripes(body, '#3e8030', [0.35], 5, 0.4) }) +
          disc(...body.at(0.985, 0), 7, '#4a4a22')
        );
      })
      .join('') +
    solid(smooth(points('318 64, 350 52, 388 66, 390 108, 352 120, 316 108')), '#7a9a3f', { round: 12 })
  );
}

const roundBrinjal = (cx: number, cy: number, r: number): Art => {
  const cap = smooth([
    [cx - r * 0.56, cy - r * 0.62],
    [cx - r * 0.2, cy - r * 0.98],
    [cx + r * 0.3, cy - r * 0.96],
    [cx + r * 0.62, cy - r * 0.56],
    [cx + r * 0.28, cy - r * 0.66],
    [cx + r * 0.08, cy - r * 0.4],
    [cx - r * 0.16, cy - r * 0.64],
  ]);
  return (
    ball(cx, cy, r, r * 0.98, '#5b2a78') +
    cord(`M${cx} ${cy - r * 0.9}q4 -24 22 -38`, '#6b9440', r * 0.18) +
    solid(cap, '#6fae48', { round: 8 })
  );
};

function roundBrinjals(): Art {
  return shadow(240, 410, 180, 24) + roundBrinjal(172, 214, 104) + roundBrinjal(318, 296, 112);
}

function limes(): Art {
  return (
    shadow(240, 404, 170, 22) +
    sprig([250, 150], 120, '#3f8f3a', [-60, -20]) +
    emoji('🍋', 190, 210, 240, { hue: 46, brightness: 0.86, rotate: -20 }) +
    emoji('🍋', 300, 300, 230, { hue: 46, brightness: 0.86, rotate: 16 })
  );
}

/** Pictures by product id. */
export const GOURDS: Readonly<Record<string, Art>> = {
  'lau-bottle-gourd': bottleGourd(),
  'potol-pointed-gourd': pointedGourds(),
  'korola-bitter-gourd': bitterGourds(),
  'kakrol-spiny-gourd': spinyGourds(),
  'jhinga-ridge-gourd': ridgeGourds(),
  'chichinga-snake-gourd': snakeGourds(),
  'dhundul-sponge-gourd': spongeGourds(),
  'misti-kumra-pumpkin': pumpkin(),
  'chal-kumra-ash-gourd': ashGourd(),
  'kacha-pepe-green-papaya': greenPapaya(),
  'kacha-kola-green-banana': greenBananas(),
  'gol-begun-round-eggplant': roundBrinjals(),
  'kagozi-lebu-lime': limes(),
};
