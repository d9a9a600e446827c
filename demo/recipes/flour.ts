/** Flour in paper bags, a little of it spilt before them. */
import { powder } from '../art/heap.ts';
import type { Art } from '../art/scene.ts';
import { emoji, shadow } from '../art/scene.ts';
import { ellipse, rows } from '../art/shape.ts';
import { line, solid } from '../art/solid.ts';
import { paperBag } from '../art/vessels.ts';

/** A little of the flour spilt before its bag. */
const flourBag = (paper: string, band: string, flour: string, emblem: Art, top?: number): Art =>
  paperBag(paper, band, emblem, top) +
  shadow(366, 416, 70, 9, 0.16) +
  powder({ cx: 366, base: 398, rx: 76, height: 62 }, flour);

const chickpeas = (x: number, y: number): Art =>
  rows('-22 4 20, 18 10 22, 0 -20 21')
    .map(([dx = 0, dy = 0, r = 0]) =>
      solid(ellipse(x + dx, y + dy, r, r * 0.94), '#e0b25f', {
        round: 9,
        surface: line(`M${x + dx - 4} ${y + dy - r}q10 ${r * 0.6} 2 ${r}`, '#b98638', 3, 0.7),
      }),
    )
    .join('');
export const FLOUR: Readonly<Record<string, Art>> = {
  'atta-whole-wheat': flourBag('#e6c795', '#b5652b', '#f0dfbe', emoji('🌾', 240, 308, 88)),
  'moida-fine-flour': flourBag('#f6f4ef', '#2f7fc1', '#fffdf8', emoji('🍞', 240, 308, 84)),
  'suji-semolina': flourBag('#f3ead2', '#d98a1f', '#f7e3ae', emoji('🥣', 240, 308, 84)),
  'besan-gram-flour': flourBag('#f0d27a', '#a8741c', '#f5d877', chickpeas(240, 308)),
  'rice-flour': flourBag('#eaf2ee', '#3f9a78', '#ffffff', emoji('🍚', 240, 308, 84)),
  'corn-flour': flourBag('#fbe79c', '#4f9a3c', '#fdf0b8', emoji('🌽', 240, 308, 88)),
  'lal-atta-brown': flourBag('#c9986a', '#7a4a2c', '#d9b48c', emoji('🍂', 240, 308, 84), 108),
  'cake-flour-self-raising': flourBag('#fbe3e6', '#d9587f', '#fffaf4', emoji('🧁', 240, 308, 84)),
};
