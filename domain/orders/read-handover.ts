/** Cash that is handed over, as a program or a form says it. Only for the server, because it imports zod. */
import { z } from 'zod';
import { because } from '../parsed.ts';
import { isDay } from './delivery.ts';

const malformed = (detail: string): string => because({ code: 'malformed', detail });
const AMOUNT = malformed('amount is a number of Tk with at most 2 decimals, not 0, at most 10000000.');

export const handoverSchema = z.object({
  day: z
    .string(malformed('day is a day such as 2026-11-21.'))
    .refine(isDay, malformed('day is a day such as 2026-11-21.')),
  /** An id; null, or '' of a form, for what no rider has brought. */
  rider: z
    .string(malformed('rider is the id of a rider, or null.'))
    .nullable()
    .transform((id) => id || null),
  amount: z.coerce
    .number(AMOUNT)
    .refine((tk) => tk !== 0 && Math.abs(tk) <= 10_000_000 && Math.round(tk * 100) / 100 === tk, AMOUNT),
  handovers: z.coerce.number().int(malformed('handovers is a whole number.')).optional(),
});
