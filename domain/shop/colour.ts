/** Colours as '#rrggbb' and in OKLCH, in which equal steps of lightness look equal (https://bottosson.github.io/posts/oklab). */

/** Lightness from 0 to 1, chroma, and the hue in radians. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const FROM_LAB: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const FROM_CONES: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const times = (matrix: Matrix, [x, y, z]: Triple): Triple => map(matrix, ([a, b, c]) => a * x + b * y + c * z);

function map<T>([a, b, c]: readonly [T, T, T], change: (value: T) => number): Triple {
  return [change(a), change(b), change(c)];
}

function linearOf(hex: string): Triple {
  return map([1, 3, 5], (at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

function linearIn({ l, c, h }: Oklch): Triple {
  const cones = times(FROM_LAB, [l, c * Math.cos(h), c * Math.sin(h)]);
  return times(
    FROM_CONES,
    map(cones, (value) => value ** 3),
  );
}

export function oklchOf(hex: string): Oklch {
  const [l, a, b] = times(TO_LAB, map(times(TO_CONES, linearOf(hex)), Math.cbrt));
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

/** With as much of its chroma as screens can show. */
export function hexOf({ l, c, h }: Oklch): string {
  let [shown, most] = [0, c];
  for (let step = 0; step < 12; step += 1) {
    const middle = isShown({ l, c: most, h }) ? most : (shown + most) / 2;
    if (isShown({ l, c: middle, h })) shown = middle;
    else most = middle;
  }
  const hex = map(linearIn({ l, c: shown, h }), (linear) => {
    const value = Math.min(Math.max(linear, 0), 1);
    return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
  });
  return `#${hex.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function isShown(colour: Oklch): boolean {
  return linearIn(colour).every((value) => value > -0.0001 && value < 1.0001);
}

/** From 1 to 21, as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
