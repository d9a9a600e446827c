/** Fish of rivers, ponds and the bay, prawn and crab. */
import type { Species } from '../art/fish.ts';
import { fish } from '../art/fish.ts';
import type { Art } from '../art/scene.ts';
import { at, emoji, shadow } from '../art/scene.ts';
import type { Point } from '../art/shape.ts';
import { ellipse, points, rows, smooth } from '../art/shape.ts';
import { cord, line, solid } from '../art/solid.ts';

const one = (species: Species, tilt = -14): Art =>
  shadow(240, 396, 170, 20) + at(202, 240, fish(species), { rotate: tilt, scale: 0.93 });

/** Small fish are sold by the handful. */
const school = (species: Species, places: readonly number[][]): Art =>
  shadow(240, 404, 170, 20) +
  places.map(([x = 0, y = 0, tilt = 0]) => at(x, y, fish(species), { rotate: tilt })).join('');

const three = rows('214 136 -12, 226 242 -12, 214 344 -12');
const two = rows('210 164 -12, 222 314 -12');

const CARP: readonly Point[] = points('0 14, .1 52, .4 92, .75 56, 1 20');
const SLIM: readonly Point[] = points('0 12, .1 34, .35 52, .75 34, 1 12');
const EEL: readonly Point[] = points('0 16, .08 42, .3 48, .75 40, 1 16');

/** Dried fish: flat, split, stiff and tied through the eye. */
function driedFish(): Art {
  const flat: Species = {
    back: '#b98345',
    flank: '#dcb172',
    belly: '#efd3a0',
    fin: '#a8743c',
    length: 270,
    build: points('0 8, .15 32, .4 42, .75 26, 1 8'),
    scales: false,
    mark: 'line',
    markColour: '#8a5a2c',
    eye: 8,
  };
  return (
    school(flat, rows('226 130 4, 226 210 -3, 228 288 4, 226 362 -3')) + cord('M104 84Q92 240 112 396', '#d34b4b', 7)
  );
}

function prawns(): Art {
  const tone = { hue: 178, saturate: 0.8 };
  return shadow(240, 404, 160, 20) + emoji('🦐', 238, 232, 340, tone);
}

const surmaSteak = (x: number, y: number, scale: number): Art =>
  at(
    x,
    y,
    solid(smooth(points('-90 -10, -60 -62, 0 -76, 60 -62, 90 -10, 70 44, 24 64, 0 52, -24 64, -70 44')), '#7d8fa3', {
      round: 12,
    }) +
      solid(smooth(points('-78 -10, -52 -54, 0 -66, 52 -54, 78 -10, 60 36, 22 52, 0 40, -22 52, -60 36')), '#f7b6a4', {
        round: 12,
        shade: 0.3,
        surface: [-46, -26, 26, 46].map((dx) => line(`M${dx} -50Q${dx * 1.3} -6 ${dx} 40`, '#fbdcd0', 4, 0.8)).join(''),
      }) +
      solid(ellipse(0, -10, 15, 15), '#fff1e2', { round: 5 }),
    { scale },
  );

function surma(): Art {
  return (
    shadow(240, 408, 170, 20) + surmaSteak(190, 140, 0.94) + surmaSteak(300, 238, 0.98) + surmaSteak(190, 334, 1.04)
  );
}

export const FISH: Readonly<Record<string, Art>> = {
  'rui-fish': one({ back: '#6d7a8c', flank: '#c98f86', belly: '#f7dccb', fin: '#d2625a', length: 320, build: CARP }),
  'katla-fish': one({
    back: '#4e6470',
    flank: '#9fb3ae',
    belly: '#f3eedc',
    fin: '#5d7680',
    length: 310,
    build: points('0 24, .1 78, .35 116, .75 62, 1 22'),
    eye: 12,
  }),
  'ilish-hilsa': one({
    back: '#3f7f8f',
    flank: '#c8dbe2',
    belly: '#ffffff',
    fin: '#b5c4c8',
    length: 320,
    build: points('0 12, .12 58, .4 98, .75 54, 1 14'),
    mark: 'line',
    markColour: '#e8b7c0',
  }),
  'pangas-fish': one({
    back: '#4c5a6e',
    flank: '#a3b0bd',
    belly: '#f4f1ee',
    fin: '#6c7888',
    length: 330,
    build: points('0 20, .1 56, .35 76, .75 40, 1 16'),
    scales: false,
    barbels: 2,
    tail: 'forked',
  }),
  'tilapia-fish': school(
    {
      back: '#5f6a72',
      flank: '#aab4b4',
      belly: '#eee9df',
      fin: '#c77b78',
      length: 220,
      build: points('0 14, .12 52, .4 78, .78 44, 1 20'),
      dorsal: 'spiny',
      tail: 'round',
      mark: 'bars',
    },
    two,
  ),
  'koi-fish': school(
    {
      back: '#46583a',
      flank: '#8e9a58',
      belly: '#ecdfae',
      fin: '#c58a3a',
      length: 210,
      build: points('0 18, .12 48, .4 58, .8 42, 1 22'),
      dorsal: 'spiny',
      tail: 'round',
      mark: 'spots',
      markColour: '#33402a',
    },
    two,
  ),
  'shing-fish': school(
    {
      back: '#5b3038',
      flank: '#8c5354',
      belly: '#c99a8c',
      fin: '#6b3b40',
      length: 290,
      build: points('0 14, .08 30, .3 34, .75 24, 1 10'),
      scales: false,
      barbels: 3,
      dorsal: 'long',
      tail: 'round',
      eye: 6,
    },
    three,
  ),
  'magur-fish': school(
    {
      back: '#3f3d3a',
      flank: '#77695a',
      belly: '#cdb79c',
      fin: '#54493f',
      length: 280,
      build: EEL,
      scales: false,
      barbels: 3,
      dorsal: 'long',
      tail: 'round',
      mark: 'spots',
      markColour: '#2c2926',
      eye: 7,
    },
    two,
  ),
  'pabda-fish': school(
    {
      back: '#7f8f7a',
      flank: '#d9dccb',
      belly: '#ffffff',
      fin: '#cfc79c',
      length: 250,
      build: points('0 12, .12 36, .3 42, .75 20, 1 8'),
      scales: false,
      barbels: 1,
      mark: 'line',
      markColour: '#6e8a72',
      eye: 9,
    },
    three,
  ),
  'tengra-fish': school(
    {
      back: '#8a7434',
      flank: '#d8c06c',
      belly: '#fdf3cf',
      fin: '#b9913c',
      length: 220,
      build: SLIM,
      scales: false,
      barbels: 3,
      mark: 'line',
      markColour: '#5c4c22',
      eye: 9,
    },
    three,
  ),
  'rupchanda-pomfret': school(
    {
      back: '#7c8ba0',
      flank: '#ccd6df',
      belly: '#ffffff',
      fin: '#93a1b3',
      length: 200,
      build: points('0 14, .15 62, .45 96, .8 42, 1 12'),
      scales: false,
      dorsal: 'long',
      eye: 9,
    },
    rows('170 160 -10, 236 310 -10'),
  ),
  'mola-kachki-small-fish': school(
    {
      back: '#6f93a5',
      flank: '#dbe6ea',
      belly: '#ffffff',
      fin: '#c3d2d8',
      length: 130,
      build: points('0 6, .15 20, .4 26, .8 14, 1 5'),
      scales: false,
      mark: 'line',
      markColour: '#7fb3c9',
      eye: 6,
    },
    rows(
      '150 96 -20, 310 110 -4, 120 176 8, 250 176 -14, 356 194 -22, 150 258 -12, 290 254 6, 352 304 -10, 132 338 6, 250 332 -16, 336 372 4, 208 398 -6',
    ),
  ),
  'golda-prawn': prawns(),
  'bagda-shrimp': shadow(240, 404, 160, 20) + emoji('🦐', 170, 190, 240, { flip: false }) + emoji('🦐', 312, 286, 240),
  'crab-kakra': shadow(240, 400, 160, 20) + emoji('🦀', 240, 238, 330, { hue: 34, brightness: 0.92 }),
  'surma-king-fish-steak': surma(),
  'loitta-shutki-dried': driedFish(),
};
