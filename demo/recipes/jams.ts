/** Jams, jellies and honey in jars; the fruit on the label and at the foot. */
import { specks } from '../art/produce.ts';
import type { Art, Tone } from '../art/scene.ts';
import { at, emoji } from '../art/scene.ts';
import { ellipse } from '../art/shape.ts';
import { disc, line, solid } from '../art/solid.ts';
import { jar } from '../art/vessels.ts';

const left = (art: Art): Art => at(-48, 0, art);
const foot = (character: string, tone: Tone = {}): Art => emoji(character, 368, 348, 148, tone);
const badge = (character: string, tone: Tone = {}): Art =>
  disc(240, 326, 48, '#fffdf6', 0.96) + emoji(character, 240, 326, 70, tone);
const bits = (colour: string, size = 5): Art => specks(240, 290, 110, 112, colour, 46, size, 0.5);

const fruit = (filling: string, lid: string, label: string, character: string, pieces: Art, tone: Tone = {}): Art =>
  left(jar(filling, lid, label, badge(character, tone), pieces)) + foot(character, tone);

const guavaHalf = (x: number, y: number, r: number): Art =>
  solid(ellipse(x, y, r, r * 0.98), '#9cc643', { round: r * 0.16 }) +
  solid(ellipse(x, y, r * 0.86, r * 0.84), '#fdeeea', { round: r * 0.12, shade: 0.3 }) +
  solid(ellipse(x, y, r * 0.64, r * 0.62), '#f7a2a0', {
    round: r * 0.12,
    shade: 0.25,
    surface: specks(x, y, r * 0.52, r * 0.5, '#fff2d8', 30, r * 0.06, 1, 9),
  });
const dipper = at(
  372,
  330,
  at(
    0,
    0,
    line('M0 -30L0 -130', '#b98442', 13) +
      [0, 1, 2, 3, 4]
        .map((index) => solid(ellipse(0, -22 + index * 18, 30 - Math.abs(index - 2) * 5, 10), '#d9a04a', { round: 4 }))
        .join(''),
    { rotate: 32 },
  ),
);

export const JAMS: Readonly<Record<string, Art>> = {
  'mango-jam': fruit('#f5a21c', '#e0542c', '#ffe3a0', '🥭', bits('#ffcf66')),
  'orange-marmalade': fruit(
    '#ee7d1a',
    '#3f9a58',
    '#fff0d0',
    '🍊',
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map((index) => line(`M${136 + index * 28} ${204 + (index % 3) * 66}q12 -18 26 4`, '#ffc36b', 7, 0.8))
      .join(''),
  ),
  'mixed-fruit-jam':
    left(
      jar(
        '#c9283c',
        '#7a4f9a',
        '#fbe3ea',
        disc(240, 326, 48, '#fffdf6', 0.96) + emoji('🍒', 240, 326, 68),
        bits('#ef7d8a', 7),
      ),
    ) +
    emoji('🍍', 400, 300, 120) +
    emoji('🍎', 338, 366, 106) +
    emoji('🍇', 420, 384, 96),
  'strawberry-jam': fruit('#d81e3f', '#f4f0ec', '#ffd9df', '🍓', bits('#ffd37a', 3.4)),
  'guava-jelly':
    left(jar('#e8806f', '#8fbf45', '#eef6d4', disc(240, 326, 48, '#fffdf6', 0.96) + guavaHalf(240, 326, 34))) +
    guavaHalf(372, 360, 72),
  'apple-jelly': fruit('#e0b23c', '#c9352f', '#fde9e4', '🍎', ''),
  'pineapple-jam': fruit('#f3c52c', '#4f9a3c', '#fff6c9', '🍍', bits('#fff0a0', 8)),
  'grape-jelly': fruit('#5b2a86', '#4a8f45', '#eadcf6', '🍇', ''),
  'sundarban-honey': left(jar('#e8960f', '#f0c23c', '#fff3c4', badge('🍯'))) + dipper,
};
