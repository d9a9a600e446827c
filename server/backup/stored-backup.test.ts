import { array, assert, date, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { expired } from './stores.ts';

const backup = (takenAt: Date) => ({ name: takenAt.toISOString(), takenAt, bytes: 1 });
const DAY = 86_400_000;
const NIGHT = Date.parse('2026-11-24T21:00:00Z');

const keptOf = (backups: ReturnType<typeof backup>[], proven: string | null = null) => {
  const gone = expired(backups, proven);
  return backups.filter((one) => !gone.includes(one));
};

test('two years of nights leave 7 days, 4 weeks and 12 months', () => {
  const nights = Array.from({ length: 730 }, (_, at) => backup(new Date(NIGHT - at * DAY)));
  const days = keptOf(nights).map(({ name }) => name.slice(0, 10));
  expect(days.slice(0, 7)).toEqual(nights.slice(0, 7).map(({ name }) => name.slice(0, 10)));
  // Two weeks and eleven months that end before these days.
  expect(days).toHaveLength(7 + 2 + 11);
  expect(days.at(-1)).toBe('2025-12-30');
});

test('night after night the same ones are kept as at once', () => {
  let kept: ReturnType<typeof backup>[] = [];
  const nights = Array.from({ length: 400 }, (_, at) => backup(new Date(NIGHT + at * DAY)));
  for (const night of nights) kept = keptOf([...kept, night]);
  expect(kept.map(({ name }) => name)).toEqual(keptOf(nights).map(({ name }) => name));
});

test('the newest and the proven one always stay, and no more than 24 do', () => {
  const times = array(date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), {
    minLength: 1,
  });
  assert(
    property(times, nat(), (dates, pick) => {
      const backups = dates.map(backup);
      const proven = backups[pick % backups.length]?.name ?? null;
      const kept = keptOf(backups, proven);
      const newest = Math.max(...dates.map(Number));
      expect(kept.some(({ takenAt }) => takenAt.getTime() === newest)).toBe(true);
      expect(kept.some(({ name }) => name === proven)).toBe(true);
      expect(new Set(kept.map(({ name }) => name)).size).toBeLessThanOrEqual(24);
    }),
  );
});
