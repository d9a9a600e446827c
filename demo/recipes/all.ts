/** Every picture of the demo catalogue by product id, and the quiet ground of its category. */
import type { Category } from '../../domain/catalogue.ts';
import type { Art } from '../art/scene.ts';
import { BISCUITS } from './biscuits.ts';
import { BREADS } from './breads.ts';
import { CAKES } from './cakes.ts';
import { DRY_FRUITS } from './dry-fruits.ts';
import { EGGS } from './eggs.ts';
import { FISH } from './fish.ts';
import { FLOUR } from './flour.ts';
import { FRUITS } from './fruits.ts';
import { GOURDS } from './gourds.ts';
import { GREENS } from './greens.ts';
import { JAMS } from './jams.ts';
import { MEAT } from './meat.ts';
import { OIL } from './oil.ts';
import { PODS } from './pods.ts';
import { RICE } from './rice.ts';
import { ROOTS } from './roots.ts';
import { SPICES } from './spices.ts';
import { TEA_COFFEE } from './tea-coffee.ts';

interface Shelf {
  /** Where the light falls, and towards the edges. */
  ground: readonly [light: string, tint: string];
  pictures: Readonly<Record<string, Art>>;
}

/** By category; a picture belongs to the product whose id it has. */
export const SHELVES: Readonly<Record<Category, Shelf>> = {
  vegetables: { ground: ['#fafdf4', '#e2efd2'], pictures: { ...GOURDS, ...GREENS, ...PODS, ...ROOTS } },
  fruits: { ground: ['#fffdf0', '#fbf1c4'], pictures: FRUITS },
  meat: { ground: ['#fff6f4', '#fbdcd6'], pictures: MEAT },
  fish: { ground: ['#f4fbfd', '#d3ebf3'], pictures: FISH },
  eggs: { ground: ['#f3f6fc', '#dbe4f6'], pictures: EGGS },
  'tea-coffe': { ground: ['#fbf6ef', '#eadbc8'], pictures: TEA_COFFEE },
  spices: { ground: ['#fff9ee', '#ffe4bd'], pictures: SPICES },
  'dry-fruits': { ground: ['#faf8fd', '#e6def3'], pictures: DRY_FRUITS },
  biscuits: { ground: ['#f3fcfa', '#d0ede6'], pictures: BISCUITS },
  cakes: { ground: ['#fff7fb', '#fbdcea'], pictures: CAKES },
  jams: { ground: ['#fdf8fd', '#f3dcf0'], pictures: JAMS },
  breads: { ground: ['#fefaf1', '#f4e5c8'], pictures: BREADS },
  rice: { ground: ['#f8fafc', '#dde5ec'], pictures: RICE },
  flour: { ground: ['#fbfaf8', '#e7e1d8'], pictures: FLOUR },
  oil: { ground: ['#fcfdf0', '#eef2c4'], pictures: OIL },
};
