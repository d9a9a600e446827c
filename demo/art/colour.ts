/** Colours as `#rrggbb` text; lightened and deepened in OKLab, so that they stay vivid as paint does in light and shadow. */

type Triple = readonly [number, number, number];

const linear = (value: number): number => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (value: number): number => (value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function toLab(colour: string): Triple {
  const value = Number.parseInt(colour.slice(1), 16);
  const [r, g, b] = [linear((value >> 16) / 255), linear(((value >> 8) & 255) / 255), linear((value & 255) / 255)];
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
}

function toHex([light, a, b]: Triple): string {
  const l = (light + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (light - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (light - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  const channels = [
    4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
    -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
    -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
  ];
  const bytes = channels.map((value) => Math.round(Math.min(Math.max(encoded(Math.max(value, 0)), 0), 1) * 255));
  return `#${bytes.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** `share` (0..1) of `b` in `a`. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [toLab(a), toLab(b)];
  const blend = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return toHex([blend(0), blend(1), blend(2)]);
}

/** Towards the light: paler and a little warmer. */
export function lighter(colour: string, share: number): string {
  const [l, a, b] = toLab(colour);
  return toHex([l + (0.985 - l) * share, a * (1 - share * 0.55), b * (1 - share * 0.45) + 0.012 * share]);
}

/** Into the shadow: darker, no greyer, leaning to plum as the emoji artwork does, yellow by way of orange. */
export function deeper(colour: string, share: number): string {
  const [l, a, b] = toLab(colour);
  const golden =
    Math.max(b, 0) * Math.min(Math.max((a + 0.1) / 0.12, 0), 1) * Math.min(Math.max((0.16 - a) / 0.1, 0), 1);
  return toHex([
    l * (1 - share * 0.64),
    a * (1 - share * 0.15) + (0.025 + golden * 0.5) * share,
    b * (1 - share * 0.2) - 0.025 * share,
  ]);
}
