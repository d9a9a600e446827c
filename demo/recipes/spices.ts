/** Spices, ground and whole, in bowls. */
import { deeper } from '../art/colour.ts';
import { grain, heap, mixed, powder } from '../art/heap.ts';
import type { Piece } from '../art/heap.ts';
import { leaf } from '../art/leaves.ts';
import { ball, chilli } from '../art/produce.ts';
import type { Art } from '../art/scene.ts';
import { at, emoji } from '../art/scene.ts';
import type { Point } from '../art/shape.ts';
import { capped, ellipse, limb, points, profile, rows, smooth } from '../art/shape.ts';
import { cord, disc, flesh, line, solid } from '../art/solid.ts';
import { bowl } from '../art/vessels.ts';

const BRASS = '#d9a63c';
const CLAY = '#b5603c';
const WOOD = '#a8703f';
const STONE = '#6d727c';
const CHINA = '#f3efe8';

const MOUND = { base: 246, rx: 150, height: 118 };
const ground = (colour: string, dish: string, aside: Art, band?: string): Art =>
  bowl(230, 244, 170, dish, at(-10, 0, powder(MOUND, colour)), band) + aside;
const whole = (colour: string, count: number, piece: Piece, dish: string, aside: Art = '', band?: string): Art =>
  bowl(230, 244, 170, dish, at(-10, 0, heap(MOUND, count, deeper(colour, 0.3), piece)), band) + aside;

const turmericRoot = (spine: readonly Point[]): Art => {
  const body = limb(spine, capped(profile([0, 22], [0.5, 27], [1, 20]), 6));
  return (
    flesh(body, '#d98a2b', {
      surface: [0.15, 0.3, 0.45, 0.6, 0.75].map((t) => line(body.band(t, 0.9, 0.03), '#a85f16', 3.5, 0.6)).join(''),
    }) +
    disc(...body.at(0.02, 0), 15, '#ff9d1c') +
    disc(...body.at(0.02, 0), 8, '#ffb84a')
  );
};

const peppercorn: Piece = (roll) =>
  ball(0, 0, 11 + roll() * 2.5, 11 + roll() * 2, '#3f3634', line('M-6 -3Q0 2 5 -4M-4 5Q2 2 7 5', '#75665c', 2, 0.7));
const pod: Piece = () =>
  solid(smooth(points('-27 0, -10 -12, 12 -11, 26 0, 12 11, -10 12')), '#a9c070', {
    round: 6,
    surface: line('M-24 0Q0 -8 24 0M-22 3Q0 9 22 3', '#7d9448', 2.2, 0.8),
  });
const clove: Piece = () =>
  cord('M-20 0L10 0', '#6b3a26', 8) +
  [-52, 0, 52].map((turn) => at(10, 0, line('M0 0L13 0', '#53291a', 5), { rotate: turn })).join('') +
  disc(15, 0, 7, '#a5643f');
const bark = (x: number, y: number, length: number, turn: number): Art =>
  at(
    x,
    y,
    solid(`M${-length / 2} -17H${length / 2}A9 17 0 0 1 ${length / 2} 17H${-length / 2}Z`, '#a5602f', {
      round: 9,
      surface: line(`M${-length / 2} -3H${length / 2}M${-length / 2} 7H${length / 2 - 10}`, '#7c421c', 3, 0.6),
    }) +
      solid(ellipse(-length / 2, 0, 10, 17), '#c98550', { round: 4 }) +
      `<path d="M${-length / 2} -9a6 9 0 1 1 -4 14a3 6 0 1 1 2 -9" fill="none" stroke="#6b3616" stroke-width="3.5"/>`,
    { rotate: turn },
  );
const coriander: Piece = (roll) =>
  ball(0, 0, 11 + roll() * 2, 10.5, '#c9a868', line('M-9 0Q0 4 9 0M0 -9Q4 0 0 9', '#96763a', 1.8, 0.7));
const star = (x: number, y: number, size: number): Art =>
  at(
    x,
    y,
    Array.from({ length: 8 }, (_, index) =>
      at(
        0,
        0,
        solid(
          smooth([
            [0, 0],
            [size * 0.3, -size * 0.16],
            [size, 0],
            [size * 0.3, size * 0.16],
          ]),
          '#8a4f2a',
          { round: 4 },
        ) + ball(size * 0.45, 0, 5, 4, '#c98a3c'),
        { rotate: index * 45 },
      ),
    ).join('') + disc(0, 0, size * 0.14, '#5d3218'),
  );

export const SPICES: Readonly<Record<string, Art>> = {
  'holud-turmeric-powder': ground(
    '#f2a516',
    BRASS,
    turmericRoot(points('300 404, 340 372, 388 362, 436 332')) + turmericRoot(points('372 420, 404 410, 440 400')),
  ),
  'morich-chilli-powder': ground(
    '#d6281c',
    CHINA,
    chilli([416, 316], [286, 400], 24, '#d3221f', 22) + chilli([428, 366], [318, 424], 20, '#e0372a', 16),
    '#c94a3c',
  ),
  'dhonia-coriander-powder': ground(
    '#b99a5c',
    CLAY,
    points('340 392, 372 402, 356 372, 404 386, 388 416, 424 408')
      .map(([x = 0, y = 0]) =>
        at(
          x,
          y,
          coriander(() => 0.9),
          { scale: 1.3 },
        ),
      )
      .join('') + leaf({ from: [452, 390], angle: -140, length: 80, width: 40, colour: '#4a9a40' }),
  ),
  'jira-cumin-seeds': whole('#a8844a', 210, grain('#b08d52', 15, 4.8), WOOD),
  'panch-phoron-five-spice': whole(
    '#a07a3c',
    220,
    mixed(
      grain('#b08d52', 14, 4.6),
      grain('#2c2a2e', 8, 5.4),
      grain('#d9a63c', 8, 6.4),
      grain('#8a5a34', 6.5, 6),
      grain('#9fae5c', 14, 4.6),
    ),
    CLAY,
    '',
    '#f3d9a4',
  ),
  'garam-masala': ground(
    '#7a4526',
    WOOD,
    star(352, 380, 44) +
      bark(410, 412, 96, -16) +
      at(
        318,
        418,
        pod(() => 0.5),
        { rotate: -12 },
      ),
  ),
  'gol-morich-black-pepper': whole('#3f3634', 120, peppercorn, CHINA, '', '#6d727c'),
  'elach-green-cardamom': whole(
    '#a9c070',
    62,
    pod,
    BRASS,
    at(
      356,
      398,
      pod(() => 0.5),
      { rotate: -20, scale: 1.2 },
    ) +
      at(
        412,
        412,
        pod(() => 0.5),
        { rotate: 24, scale: 1.2 },
      ),
  ),
  'daruchini-cinnamon':
    bowl(
      230,
      244,
      170,
      STONE,
      rows(
        '110 150 200 -64, 170 130 220 -80, 232 118 240 -92, 294 134 220 -104, 346 156 200 -118, 200 176 190 -86, 268 178 190 -96',
      )
        .map(([x = 0, y = 0, length = 0, turn = 0]) => at(0, 46, bark(x, y, length, turn + 180)))
        .join(''),
    ) + bark(376, 400, 120, -14),
  'lobongo-clove': whole(
    '#6b3a26',
    90,
    clove,
    BRASS,
    at(
      362,
      396,
      clove(() => 0.5),
      { rotate: -24, scale: 1.3 },
    ) +
      at(
        412,
        412,
        clove(() => 0.5),
        { rotate: 190, scale: 1.3 },
      ),
  ),
  'tejpata-bay-leaf':
    bowl(
      230,
      244,
      170,
      WOOD,
      points('-168 130, -12 130, -148 170, -32 170, -124 196, -56 196, -104 206, -76 206, -90 210')
        .map(([angle = 0, length = 0], index) =>
          leaf({
            from: [230 + (index - 4) * 4, 262],
            angle,
            length,
            width: 66,
            colour: index % 2 === 0 ? '#8a9a5c' : '#9fae70',
            vein: '#dfe4bc',
          }),
        )
        .join(''),
    ) + leaf({ from: [316, 420], angle: -14, length: 130, width: 56, colour: '#93a364', vein: '#dfe4bc' }),
  'shukna-morich-dry-chilli':
    bowl(
      230,
      244,
      170,
      CLAY,
      rows(
        '96 216 232 150, 356 214 226 128, 150 146 262 240, 322 148 196 236, 230 110 252 250, 110 250 250 196, 360 250 216 204',
      )
        .map(([x = 0, y = 0, tx = 0, ty = 0]) => chilli([x, y], [tx, ty], 22, '#a81a1e', 18, '#8a6a34'))
        .join(''),
      '#f3d9a4',
    ) + chilli([440, 348], [312, 416], 22, '#b51f22', 18, '#8a6a34'),
  'lobon-iodised-salt': ground('#fbfbfd', '#4f86b8', emoji('🧂', 400, 346, 170, { rotate: 8 }), '#f4f8fb'),
  'kalojira-nigella': whole('#2c2a2e', 230, grain('#34323a', 9, 5.8), CHINA, '', '#d9a63c'),
  'shorisha-mustard-seeds': whole(
    '#c9922a',
    200,
    mixed(grain('#e0aa34', 8.5, 8), grain('#c9872a', 8, 7.6), grain('#7a4a2a', 8, 7.6)),
    STONE,
  ),
};
