/** Beans and pods. */
import { deeper, lighter } from '../art/colour.ts';
import { stalked, stripes } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { haze, shadow } from '../art/scene.ts';
import type { Point } from '../art/shape.ts';
import { capped, limb, points, profile, rows, smooth } from '../art/shape.ts';
import { flesh, line, solid } from '../art/solid.ts';

function okra(): Art {
  // Tip and cap of each pod.
  const pods = rows('92 330 330 88, 116 372 384 142, 160 402 420 214');
  return (
    shadow(250, 418, 160, 20) +
    pods
      .map(([tx = 0, ty = 0, cx = 0, cy = 0]) => {
        const [mx, my] = [(tx + cx) / 2 - 10, (ty + cy) / 2 + 14];
        const body = limb(
          [
            [tx, ty],
            [(tx + mx) / 2 - 4, (ty + my) / 2 + 6],
            [mx, my],
            [(cx + mx) / 2 + 2, (cy + my) / 2 + 4],
            [cx, cy],
          ],
          capped(profile([0, 3], [0.75, 34], [1, 32]), 12),
        );
        const crown = limb(
          [body.at(0.93, 0), body.at(1, 0), [cx + 26, cy - 24]],
          profile([0, 36], [0.5, 30], [0.62, 11], [1, 9]),
        );
        return (
          flesh(body, '#6cb33e', {
            surface: stripes(body, '#3f8430', [-0.42, 0.42], 5, 0.6) + stripes(body, '#b5df84', [0, -0.8], 4, 0.7),
          }) + flesh(crown, '#4f8f34')
        );
      })
      .join('')
  );
}

function longBeans(): Art {
  const strands = Array.from({ length: 11 }, (_, index) => {
    const inner = (index * 7) % 11;
    const drop = inner * 17;
    const body = limb(
      [
        [40 + drop * 0.5, 96 + (index % 3) * 16],
        [72 + drop * 0.62, 250 - drop * 0.1],
        [150 + drop * 0.3, 372 - drop * 0.5],
        [240, 404 - drop * 0.62],
        [330 - drop * 0.3, 372 - drop * 0.5],
        [408 - drop * 0.62, 250 - drop * 0.1],
        [436 - drop * 0.5, 84 + (index % 4) * 14],
      ],
      capped(() => 11, 40),
    );
    return flesh(body, index % 2 === 0 ? '#5fa53f' : '#7fbf4f', { round: 7 });
  });
  const tie = smooth(points('222 282, 258 282, 264 350, 260 426, 220 426, 216 350'));
  return shadow(240, 434, 150, 16) + strands.join('') + solid(tie, '#dba94a', { round: 9 });
}

const swelling = (x: number, y: number, r: number, colour: string): Art => haze(x, y, [r, r], colour, 0.8, 5);

function flatBeans(): Art {
  const pods: { spine: Point[]; hue: string }[] = [
    { spine: points('70 214, 150 150, 270 118, 400 128'), hue: '#62a93f' },
    { spine: points('74 330, 160 270, 280 224, 412 216'), hue: '#79bb4a' },
    { spine: points('96 392, 190 366, 290 322, 400 300'), hue: '#67ae42' },
  ];
  return (
    shadow(244, 420, 170, 20) +
    pods
      .map(({ spine, hue }) => {
        const body = limb(spine, capped(profile([0, 10], [0.3, 42], [0.75, 40], [1, 12]), 4));
        const beans = [0.2, 0.36, 0.52, 0.68, 0.83].map((t) => {
          const [x, y] = body.at(t, 0.05);
          return swelling(x + 4, y + 5, 21, deeper(hue, 0.3)) + swelling(x - 2, y - 3, 17, lighter(hue, 0.3));
        });
        return (
          stalked(body, [26, -18], '#6d8f3c', 9) +
          flesh(body, hue, {
            surface: beans.join('') + line(body.line(-0.82, 0.04, 0.96), '#8f4f86', 6, 0.7),
            gleam: 0.2,
          })
        );
      })
      .join('')
  );
}

function drumsticks(): Art {
  const sticks: Point[][] = [
    points('50 236, 170 192, 300 140, 410 76'),
    points('46 282, 180 244, 310 190, 436 122'),
    points('66 328, 190 292, 320 240, 440 170'),
    points('58 380, 190 346, 330 292, 436 226'),
    points('84 420, 200 394, 330 342, 430 284'),
  ];
  const tie = smooth(points('226 128, 256 118, 274 200, 292 280, 300 366, 268 378, 256 290, 240 200'));
  const bundle = sticks.map((spine, index) => {
    const body = limb(
      spine,
      capped((t) => 21 + Math.abs(Math.sin(t * 26)) * 4, 20),
    );
    return flesh(body, index % 2 === 0 ? '#6b9a44' : '#7fae50', {
      surface: stripes(body, '#496f2e', [-0.2, 0.5], 3.5, 0.6),
    });
  });
  return shadow(250, 432, 180, 16) + bundle.join('') + solid(tie, '#d9a441', { round: 9 });
}

export const PODS: Readonly<Record<string, Art>> = {
  'dheras-okra': okra(),
  'barboti-long-beans': longBeans(),
  'shim-flat-beans': flatBeans(),
  'shojne-drumstick': drumsticks(),
};
