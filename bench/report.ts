/** The result of a benchmark: goals with the measured values, tables for people, figures for programs, and a plot. */
import { cpus, loadavg, platform, release, totalmem } from 'node:os';

export interface Report {
  /** One line that says what was measured. */
  title: string;
  /** Not all of it was run: it is shown, and not written. */
  isPart?: boolean;
  goals: readonly Goal[];
  tables: readonly Table[];
  plot: Plot;
  /** How it was measured, and hints for reading it. */
  notes: readonly string[];
}

export interface Goal {
  what: string;
  goal: string;
  measured: string;
  met: boolean;
}

export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** Horizontal bars, in panels with one unit each. */
export interface Plot {
  panels: readonly Panel[];
}

export interface Panel {
  title: string;
  unit: string;
  bars: readonly Bar[];
  /** A line across the panel that marks the goal. */
  goal?: number;
  /** A logarithmic scale, for values of very different sizes. */
  logarithmic?: boolean;
}

export interface Bar {
  label: string;
  value: number;
  /** A value for comparison, drawn in grey. */
  other?: boolean;
}

/** A benchmark. `show` reports its progress. */
export interface Bench {
  name: string;
  about: string;
  run(show: (label: string, done: number, total: number) => void): Promise<Report>;
}

/** A goal that is met from `goal` upwards. */
export function atLeast(what: string, measured: number, goal: number, unit = ''): Goal {
  return { what, goal: `≥ ${shown(goal, unit)}`, measured: shown(measured, unit), met: measured >= goal };
}

/** A goal that is met up to `goal`. */
export function atMost(what: string, measured: number, goal: number, unit = ''): Goal {
  return { what, goal: `≤ ${shown(goal, unit)}`, measured: shown(measured, unit), met: measured <= goal };
}

/** A number rounded to its significant digits. */
export function rounded(value: number): number {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value);
  const digits = size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return Number(value.toFixed(digits));
}

function shown(value: number, unit: string): string {
  return `${rounded(value).toLocaleString('en')}${unit && ` ${unit}`}`;
}

/** The machine. The load average shows whether it was idle; the benchmarks alone make about 1 to 2. */
export function machine() {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    system: `${platform()} ${release()}`,
    node: process.version,
    loadBefore: loadavg()[0],
  };
}

/** The value below which a share of the values is; `share` from 0 to 1. Sorts a copy. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted();
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}
