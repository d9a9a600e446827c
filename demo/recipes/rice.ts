/** Rice in sacks and pouches. */
import { grain, heap, packed } from '../art/heap.ts';
import type { Piece } from '../art/heap.ts';
import type { Art, Tone } from '../art/scene.ts';
import { emoji } from '../art/scene.ts';
import { smooth } from '../art/shape.ts';
import { disc } from '../art/solid.ts';
import { pouch, sack } from '../art/vessels.ts';

/** A drawn seal where no emoji fits: a ring with a device in it. */
const seal = (x: number, y: number, r: number, character: string, tone: Tone = {}): Art =>
  disc(x, y, r, '#ffffff', 0.94) + emoji(character, x, y, r * 1.36, tone);

const ricesack = (rice: string, cloth: string, label: string, emblem: Art, long = 15, short = 4.6): Art =>
  sack(
    heap({ base: 188, rx: 112, height: 104 }, 170, rice, grain(rice, long * 0.8, short * 1.3), long),
    cloth,
    label,
    emblem,
  );

const flake: Piece = (roll) => {
  const r = 11 + roll() * 5;
  return `<path d="${smooth([
    [-r, 0],
    [-r * 0.4, -r * 0.5],
    [r * 0.6, -r * 0.44],
    [r, r * 0.1],
    [r * 0.2, r * 0.5],
    [-r * 0.7, r * 0.4],
  ])}" fill="#fbf4e4" stroke="#d4c29c" stroke-width="1.6"/>`;
};
const puff: Piece = (roll) => {
  const r = 8 + roll() * 3;
  return `<ellipse rx="${(r * 1.5).toFixed(1)}" ry="${r.toFixed(1)}" fill="#dccba6"/><ellipse rx="${(r * 1.3).toFixed(1)}" ry="${(r * 0.8).toFixed(1)}" cy="-1.4" fill="#fffaf0"/><path d="M${(-r).toFixed(1)} 1Q0 4 ${r.toFixed(1)} 1" stroke="#d8c49a" stroke-width="1.6" fill="none"/>`;
};

export const RICE: Readonly<Record<string, Art>> = {
  'miniket-rice': ricesack('#fbf7ec', '#d8b27a', '#2f7fc1', seal(240, 332, 52, '🌾')),
  'nazirshail-rice': ricesack('#f5ecd6', '#f2ead9', '#2f9460', seal(240, 332, 52, '🌾')),
  'chinigura-rice': pouch('#e8789d', packed('#fbf7ec', grain('#fdf9ef', 10, 4.6), 300), seal(240, 164, 47, '🌸')),
  'kalijira-rice': pouch('#5a4a86', packed('#f3ead2', grain('#f6efdd', 9, 4.2), 320, 4), seal(240, 164, 47, '🍚')),
  'kataribhog-rice': ricesack('#f7f0dc', '#e8d3a4', '#c98a1f', seal(240, 332, 52, '🌼'), 18, 3.8),
  'basmati-rice': pouch('#1f7a5c', packed('#fbf5e2', grain('#fff9ea', 19, 4), 280, 6), seal(240, 164, 47, '🥘')),
  'br-28-rice': ricesack('#f8f2e2', '#cf9f63', '#c9403f', seal(240, 332, 52, '🍚')),
  'lal-chal-red-rice': ricesack('#b5674a', '#c99a62', '#8c3a2c', seal(240, 332, 52, '🍂'), 14, 4.8),
  'chira-flattened-rice': pouch('#6fb3d9', packed('#efe4c8', flake, 150), seal(240, 164, 47, '🥣')),
  'muri-puffed-rice': pouch('#f0a53a', packed('#efe2c4', puff, 170), seal(240, 164, 47, '🍘')),
};
