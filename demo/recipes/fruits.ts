/** Fruit of the season. */
import { leaf } from '../art/leaves.ts';
import { ball, pair, single, specks, sprig, stalk, stalked, stripes, warts } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { at, haze, shadow } from '../art/scene.ts';
import type { Point } from '../art/shape.ts';
import { capped, ellipse, limb, points, polygon, profile, rows, smooth } from '../art/shape.ts';
import { blurredLine, cord, disc, flesh, line, solid } from '../art/solid.ts';

/** Mangoes differ by skin: its colour, its blush, and how long the fruit is. */
function mangoes(skin: string, blush: string, long: number, half: boolean): Art {
  const one = (cx: number, cy: number, flip: 1 | -1): Art => {
    const body = limb(
      [
        [cx - flip * 40, cy - 112 * long],
        [cx - flip * 4, cy - 30],
        [cx + flip * 16, cy + 40],
        [cx + flip * 44, cy + 104 * long],
      ],
      capped(profile([0, 62], [0.35, 94], [0.75, 76], [1, 34]), 3),
    );
    const warm = haze(cx - flip * 56, cy - 62, [70, 60], blush, 0.85, 22);
    return (
      stalk([cx - flip * 40, cy - 100 * long], [cx - flip * 34, cy - 140 * long], '#7a6a35', 10) +
      flesh(body, skin, { surface: warm + specks(cx, cy, 70, 100, '#fff3c4', 26, 2.2, 0.6), gleam: 0.45 })
    );
  };
  const cut =
    solid(smooth(points('270 408, 222 360, 236 300, 300 268, 372 282, 402 336, 384 390, 330 418')), skin, {
      round: 14,
    }) +
    solid(smooth(points('276 394, 240 354, 254 310, 304 284, 366 296, 388 338, 372 380, 330 402')), '#ffb62e', {
      round: 12,
      shine: 0.3,
    });
  const grid = [0, 1, 2, 3]
    .map(
      (index) =>
        line(`M${258 + index * 34} ${300 - index * 4}l${6} ${92}`, '#e58e12', 4, 0.6) +
        line(`M246 ${312 + index * 24}l136 ${-10}`, '#e58e12', 4, 0.6),
    )
    .join('');
  return (
    shadow(240, 416, 180, 22) +
    leaf({ from: [150, 92], angle: 8, length: 150, width: 56, colour: '#3f8f3a' }) +
    (half ? one(170, 222, 1) + cut + grid : one(328, 236, -1) + one(172, 244, 1))
  );
}

const litchi = ([x, y]: Point, index: number): Art => {
  const body = limb(
    [
      [x, y - 56],
      [x, y],
      [x, y + 56],
    ],
    capped(() => 54, 2),
  );
  return flesh(body, '#d83a4e', { surface: warts(body, '#e4596a', 6, [8, 8], index + 3), gleam: 0.35 });
};

function litchis(): Art {
  const spots: Point[] = points(
    '240 150, 150 184, 330 182, 196 246, 288 250, 112 276, 372 274, 158 336, 244 338, 328 338',
  );
  return (
    shadow(240, 416, 160, 20) +
    at(
      14,
      28,
      cord('M240 60Q236 110 240 150M240 84Q180 110 152 170M240 84Q300 110 330 170', '#7a5a3a', 9) +
        leaf({ from: [240, 74], angle: 200, length: 160, width: 62, colour: '#3f8f3a' }) +
        leaf({ from: [240, 74], angle: -18, length: 160, width: 62, colour: '#479a40' }) +
        spots.map(litchi).join(''),
      { scale: 0.94 },
    )
  );
}

const jackfruitPod = (x: number, y: number, turn: number): Art =>
  solid(
    smooth([
      [x - 40, y + turn],
      [x - 18, y - 34],
      [x + 18, y - 34],
      [x + 40, y + turn],
      [x + 24, y + 30],
      [x - 24, y + 30],
    ]),
    '#ffc531',
    { round: 12, surface: `<ellipse cx="${x}" cy="${y - 14}" rx="17" ry="11" fill="#e09a16" opacity=".8"/>` },
  );

function jackfruit(): Art {
  const body = limb(points('226 96, 216 190, 216 290, 228 400'), capped(profile([0, 94], [0.45, 148], [1, 96]), 2.4));
  return (
    shadow(236, 418, 170, 22) +
    stalk([226, 104], [238, 40], '#6b7a34', 24) +
    flesh(body, '#9fae3c', { surface: warts(body, '#b6c44c', 10, [17, 15], 5), gleam: 0.25 }) +
    jackfruitPod(322, 340, 6) +
    jackfruitPod(394, 364, 2) +
    jackfruitPod(346, 400, -2)
  );
}

const guavaEye = (x: number, y: number): Art => disc(x, y, 13, '#6a7a34') + disc(x, y, 7, '#4d5a28');

function guavas(): Art {
  return (
    shadow(240, 408, 180, 24) +
    sprig([186, 106], 120, '#4a9a40', [-140, -10]) +
    ball(178, 220, 116, 118, '#a8cf4c') +
    guavaEye(142, 316) +
    ball(316, 308, 104, 100, '#9cc643') +
    solid(ellipse(320, 308, 90, 88), '#fdeeea', { round: 12, shade: 0.3 }) +
    solid(ellipse(320, 308, 66, 64), '#f7a2a0', {
      round: 12,
      shade: 0.25,
      surface: specks(320, 308, 56, 54, '#fff2d8', 44, 5, 1, 9),
    })
  );
}

function bananas(): Art {
  const spines: Point[][] = [
    points('346 92, 396 176, 392 268, 344 352'),
    points('334 92, 344 186, 314 286, 246 372'),
    points('322 92, 286 180, 232 266, 156 346'),
    points('308 92, 236 150, 166 206, 80 262'),
  ];
  return (
    shadow(244, 418, 160, 20) +
    spines
      .map((spine) => {
        const body = limb(spine, capped(profile([0, 16], [0.3, 42], [0.75, 40], [1, 12]), 5));
        return (
          flesh(body, '#ffcf3a', { surface: stripes(body, '#d99a1c', [0.35], 5, 0.4), dark: '#b06a10' }) +
          disc(...body.at(0.985, 0), 8, '#5b4423')
        );
      })
      .join('') +
    solid(smooth(points('296 58, 326 48, 364 62, 366 106, 328 118, 292 104')), '#c9a93a', { round: 12 })
  );
}

function papaya(): Art {
  const whole = limb(points('120 300, 180 236, 256 168, 322 108'), capped(profile([0, 74], [0.4, 94], [1, 46]), 3));
  const half = limb(points('196 396, 262 346, 332 284, 392 214'), capped(profile([0, 60], [0.4, 84], [1, 40]), 3));
  const inner = limb(points('206 388, 266 344, 334 284, 384 224'), capped(profile([0, 52], [0.4, 72], [1, 34]), 3));
  const hollow = limb(points('232 366, 280 330, 326 290, 356 252'), capped(profile([0, 22], [0.4, 36], [1, 16]), 2.4));
  const seeds = points('.14 -.2, .22 .4, .3 -.45, .38 .15, .46 -.5, .52 .5, .58 -.1, .66 .4, .7 -.45, .8 .05').map(
    ([t = 0, u = 0]) => {
      const [x, y] = hollow.at(t, u);
      return ball(x, y, 11, 10, '#3c3a3f');
    },
  );
  return (
    shadow(240, 416, 170, 22) +
    stalked(whole, [24, -30], '#7d9440', 18) +
    flesh(whole, '#f0a32e', {
      surface: blurredLine(whole.line(0.7, 0.3, 1), '#7fae3c', 70, 20, 0.7),
    }) +
    flesh(half, '#f3b13a') +
    solid(inner.outline, '#fb7f3c', { round: 14, shade: 0.3 }) +
    solid(hollow.outline, '#ffb26b', { round: 10, shade: 0.5, shine: 0 }) +
    seeds.join('')
  );
}

function greenCoconut(): Art {
  const shape = smooth(
    points('240 92, 330 118, 386 204, 380 300, 320 386, 240 408, 160 386, 100 300, 94 204, 150 118'),
  );
  const cutTop = ellipse(240, 124, 76, 30);
  return (
    shadow(240, 414, 160, 24) +
    solid(shape, '#69b23d', {
      round: 60,
      surface:
        line('M160 130Q120 260 190 396', '#8acb57', 10, 0.5) +
        line('M320 130Q360 260 290 396', '#4b9231', 10, 0.4) +
        haze(168, 210, [34, 34], '#ffffff', 0.45, 14),
    }) +
    solid(cutTop, '#f6f0dc', { round: 8, shade: 0.4 }) +
    solid(ellipse(240, 124, 36, 13), '#d9e7ea', { round: 5, shade: 0.6, shine: 0 }) +
    cord('M252 126L296 36L340 26', '#ef5d6c', 13)
  );
}

const pomegranateCrown = (cx: number, cy: number, r: number, tilt: number): Art =>
  solid(
    polygon([
      [cx - r * 0.3, cy],
      [cx - r * 0.44 + tilt, cy - r * 0.46],
      [cx - r * 0.14 + tilt, cy - r * 0.26],
      [cx + tilt, cy - r * 0.52],
      [cx + r * 0.16 + tilt, cy - r * 0.26],
      [cx + r * 0.46 + tilt, cy - r * 0.42],
      [cx + r * 0.3, cy],
    ]),
    '#c23a3f',
    { round: 7 },
  );

function pomegranate(): Art {
  const arils: Point[] = [];
  for (let row = 0; row < 6; row += 1)
    for (let column = 0; column < 6; column += 1) arils.push([262 + column * 24 + (row % 2) * 12, 268 + row * 22]);
  const inside = arils.filter(([x, y]) => Math.hypot(x - 328, y - 322) < 72);
  return (
    shadow(240, 412, 180, 24) +
    pomegranateCrown(172, 116, 120, -6) +
    ball(176, 220, 122, 118, '#cf3340') +
    solid(ellipse(326, 320, 104, 98), '#c62f3d', { round: 20 }) +
    solid(ellipse(328, 321, 90, 84), '#fbe6bd', { round: 8, shade: 0.3 }) +
    inside.map(([x, y]) => ball(x, y, 14, 13, '#d81b45')).join('')
  );
}

function dragonFruit(): Art {
  const body = limb(points('196 96, 184 190, 184 280, 196 384'), capped(profile([0, 80], [0.5, 116], [1, 78]), 2.4));
  const scales = rows(
    '.2 -.5 -120, .2 .4 -60, .4 -.8 -140, .4 0 -92, .42 .75 -40, .62 -.45 -112, .62 .4 -64, .82 -.6 -124, .8 .1 -86',
  ).map(([t = 0, u = 0, angle = 0]) =>
    leaf({
      from: body.at(t, -u),
      angle,
      length: 84,
      width: 44,
      colour: '#8fc04a',
      form: 'spear',
      vein: '#ef6a9d',
      bend: 0.1,
    }),
  );
  const slice =
    solid(ellipse(334, 318, 92, 96), '#e5397f', { round: 14 }) +
    solid(ellipse(334, 318, 78, 82), '#fdf6f4', {
      round: 10,
      shade: 0.25,
      surface: specks(334, 318, 70, 74, '#3b3440', 70, 3.4, 0.95, 21),
    });
  return (
    shadow(240, 414, 170, 22) +
    flesh(body, '#e5397f') +
    scales.join('') +
    leaf({ from: [192, 112], angle: -110, length: 80, width: 40, colour: '#8fc04a', form: 'spear' }) +
    leaf({ from: [200, 112], angle: -60, length: 80, width: 40, colour: '#8fc04a', form: 'spear' }) +
    slice
  );
}

const pomeloWedge = (angle: number): Art => {
  const at = (turn: number, r: number): Point => [
    318 + Math.cos(((angle + turn) * Math.PI) / 180) * r,
    306 + Math.sin(((angle + turn) * Math.PI) / 180) * r,
  ];
  return solid(smooth([at(0, 14), at(-17, 64), at(-14, 76), at(14, 76), at(17, 64)]), '#f58b8c', { round: 6 });
};

function pomelo(): Art {
  return (
    shadow(240, 412, 180, 24) +
    leaf({ from: [176, 94], angle: -12, length: 140, width: 66, colour: '#3f8f3a' }) +
    ball(180, 216, 128, 124, '#b9cf45', specks(180, 216, 118, 114, '#93ad33', 60, 2.4, 0.7)) +
    ball(318, 306, 112, 110, '#c6d84f') +
    solid(ellipse(318, 306, 98, 96), '#fff4e6', { round: 8, shade: 0.25 }) +
    Array.from({ length: 9 }, (_, index) => pomeloWedge(index * 40)).join('')
  );
}

const starPoints = (cx: number, cy: number, r: number, turn: number): Point[] =>
  Array.from({ length: 10 }, (_, index) => {
    const angle = ((index * 36 + turn) * Math.PI) / 180;
    const reach = index % 2 === 0 ? r : r * 0.5;
    return [cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach];
  });

const starSlice = (cx: number, cy: number, r: number, turn: number): Art => {
  const seeds = starPoints(cx, cy, r * 0.36, turn).filter((_, index) => index % 2 === 0);
  return (
    solid(smooth(starPoints(cx, cy, r, turn)), '#d9b92e', { round: 10 }) +
    solid(smooth(starPoints(cx, cy, r * 0.84, turn)), '#fbe873', {
      round: 8,
      shade: 0.25,
      surface: seeds.map(([x, y]) => disc(x, y, 6, '#c99a2a')).join(''),
    })
  );
};

function starFruit(): Art {
  const body = limb(points('92 300, 160 226, 240 156, 330 96'), capped(profile([0, 30], [0.5, 90], [1, 26]), 3));
  const ridges = [-0.35, 0.3].map(
    (u) =>
      line(body.line(u + 0.12, 0.03, 0.97), '#b7a324', 12, 0.5) + line(body.line(u, 0.03, 0.97), '#fbf3a0', 8, 0.8),
  );
  return (
    shadow(240, 414, 170, 22) +
    stalked(body, [22, -18], '#8a9440', 10) +
    flesh(body, '#e3d43a', { surface: ridges.join('') }) +
    starSlice(336, 266, 100, -90) +
    starSlice(224, 340, 92, -60)
  );
}

function blackPlums(): Art {
  const spots: Point[] = points('190 150, 290 160, 130 234, 236 240, 342 250, 180 326, 290 338');
  return (
    shadow(240, 412, 150, 20) +
    at(
      14,
      28,
      cord('M240 56Q230 100 196 120M240 56Q260 104 288 122', '#7a5a3a', 9) +
        sprig([240, 62], 150, '#3f8f3a', [-168, -14]) +
        spots.map(([x, y]) => ball(x, y, 54, 66, '#4a2358', specks(x, y, 44, 54, '#8a5fa0', 8, 2, 0.5))).join(''),
      { scale: 0.94 },
    )
  );
}

export const FRUITS: Readonly<Record<string, Art>> = {
  'mango-himsagar': mangoes('#f4b62c', '#f0793a', 1, false),
  'mango-langra': mangoes('#9dbf42', '#c9d24a', 0.96, true),
  litchi: litchis(),
  'kathal-jackfruit': jackfruit(),
  'peyara-guava': guavas(),
  'sagor-banana': bananas(),
  'pepe-ripe-papaya': papaya(),
  'green-coconut-daab': greenCoconut(),
  'narikel-coconut': single('🥥', 330),
  'anaras-pineapple': single('🍍', 350),
  'tormuj-watermelon': pair('🍉', 262),
  'apple-red': pair('🍎', 250),
  'apple-green': pair('🍏', 250),
  'malta-orange': pair('🍊', 250),
  'black-grapes': single('🍇', 340),
  'bedana-pomegranate': pomegranate(),
  'dragon-fruit': dragonFruit(),
  'jambura-pomelo': pomelo(),
  'kamranga-star-fruit': starFruit(),
  'kalo-jam-black-plum': blackPlums(),
  strawberry: pair('🍓', 250),
};
