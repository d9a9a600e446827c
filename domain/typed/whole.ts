/** Whole numbers, as people type them and sheets write them, in a range. */
import { z } from 'zod';
import { readCount } from './number.ts';

export const whole = (least: number, most: number, error: string) =>
  z.preprocess(readCount, z.int(error).min(least, error).max(most, error));

/** Of one product. */
export const MAX_PIECES = 1_000_000;

export const pieces = whole(0, MAX_PIECES, `Please write a whole number from 0 to ${MAX_PIECES}.`);
