/** What can be done with the list for the bazaar (server/operation.ts). */
import { z } from 'zod';
import { toPoisha } from '../../domain/money.ts';
import { done } from '../../domain/outcome.ts';
import { readDay } from '../../domain/typed/day.ts';
import { readNumber, readPoisha } from '../../domain/typed/number.ts';
import { operation } from '../operation.ts';

const day = z.preprocess(readDay, z.string('day is a day such as 2026-11-21.'));

const QUANTITY = 'Please write a quantity, such as 46 or 1.5, or nothing for as much as is needed.';
const AMOUNT = 'Please write what all of it cost in Tk, with at most 2 decimals, or nothing.';

/** Empty is null. */
function numberOr<Read>(read: (given: unknown) => Read, sentence: string, max: number) {
  const schema = z.number(sentence).nonnegative(sentence).max(max, sentence).nullable();
  return z.preprocess((given) => (given === '' || given === null ? null : read(given)), schema).optional();
}

const readQuantity = (given: unknown): unknown => {
  const digits = readNumber(given);
  return digits === null ? given : Number(digits);
};

export const BAZAAR_OPERATIONS = {
  'bazaar.list': operation({
    summary:
      'What the open orders of a day, by default the next one with orders, need from the bazaar, less what is in stock; and what was bought. `text` is the list in Bangla.',
    returns: '`{day, days, categories: [{id, name, rows}], text}`',
    right: 'bazaar',
    path: 'GET bazaar',
    input: z.strictObject({ day: day.optional(), time: z.string().optional().describe('Of one delivery time, 17:00') }),
    run: async ({ bazaar }, { day, time }) => done(await bazaar.list(day, time)),
  }),
  'bazaar.buy': operation({
    summary:
      'Says of a product whether it was bought for a day, how much (in the unit of its row), and what all of it cost. What is missing stays as it is.',
    returns: 'the row',
    logged: 'Bazaar of {for}, {product}: {what}',
    right: 'bazaar',
    path: 'POST bazaar/:day/:id',
    input: z.strictObject({
      day,
      id: z.string(),
      bought: z
        .preprocess(
          (given) => (given === 'yes' ? true : given === '' ? false : given),
          z.boolean('bought is true or false.'),
        )
        .optional(),
      quantity: numberOr(readQuantity, QUANTITY, 1_000_000),
      paid: numberOr((given) => readPoisha(given) ?? given, AMOUNT, toPoisha(10_000_000)),
    }),
    run: ({ bazaar }, { day, id, paid, ...purchase }, { by }) =>
      bazaar.buy(day, id, { ...purchase, paidPoisha: paid }, by),
  }),
};
