import { dayInDhaka } from '../../base/dates.ts';

/** How many of the newest days, weeks and months that have a backup keep theirs. */
const KEPT: readonly [number, (takenAt: Date) => string][] = [
  [7, dayInDhaka],
  [4, weekInDhaka],
  [12, (takenAt) => dayInDhaka(takenAt).slice(0, 7)],
];

/** Those that go: of each kept day, week and month the newest stays. `proven` is the newest proven one, which always stays. */
export function expired<Stored extends { name: string; takenAt: Date }>(
  backups: readonly Stored[],
  proven: string | null,
): Stored[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const kept = new Set(proven === null ? [] : [proven]);
  for (const [count, periodOf] of KEPT) {
    const periods = Map.groupBy(newestFirst, ({ takenAt }) => periodOf(takenAt));
    for (const [newest] of [...periods.values()].slice(0, count)) if (newest) kept.add(newest.name);
  }
  return newestFirst.filter(({ name }) => !kept.has(name));
}

/** The Sunday with which the week begins. */
function weekInDhaka(time: Date): string {
  const day = new Date(`${dayInDhaka(time)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}
