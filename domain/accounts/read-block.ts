/** Blocking an account or a phone, from a form or a program (product §13). Only for the server, because it imports zod. */
import { z } from 'zod';
import { isDay } from '../orders/delivery.ts';
import { typedReason } from '../orders/read-change.ts';
import { because } from '../parsed.ts';

const UNTIL = because({ code: 'malformed', detail: 'until is a day such as 2026-12-16.' });

export const blockSchema = z.object({
  reason: typedReason,
  /** The last day; empty: for good. */
  until: z
    .string(UNTIL)
    .nullish()
    .transform((day) => day || null)
    .refine((day) => day === null || isDay(day), UNTIL),
});
