import { expect, test } from 'vitest';
import { parseMoment } from './orders.ts';

test.each([
  ['2026-11-21', '2026-11-20T18:00:00.000Z'],
  ['2026-11-21T18:05', '2026-11-21T12:05:00.000Z'],
  ['2026-11-21 18:05:30', '2026-11-21T12:05:30.000Z'],
  ['2026-11-21T18:05:00.000Z', '2026-11-21T18:05:00.000Z'],
  ['2026-11-21T18:05+01:00', '2026-11-21T17:05:00.000Z'],
])('%s is %s', (text, moment) => expect(parseMoment(text)?.toISOString()).toBe(moment));

test.each(['', 'yesterday', '2026', '21-11-2026', '2026-02-31', '2026-13-01', '2026-11-21T25:00'])(
  '%j is no date',
  (text) => {
    expect(parseMoment(text)).toBeNull();
  },
);
