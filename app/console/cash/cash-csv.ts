import type { LoaderFunctionArgs } from 'react-router';
import { dayInDhaka } from '../../../base/dates.ts';
import { cashCsv } from '../../../domain/orders/cash.ts';
import { isDay } from '../../../domain/orders/delivery.ts';
import { attachment, servicesFor } from '../context.ts';

/** The cash of the day of an address; by default of today. */
export async function cashOf(args: LoaderFunctionArgs) {
  const { cash } = await servicesFor(args, 'cash');
  const asked = args.url.searchParams.get('day') ?? '';
  return cash.day(isDay(asked) ? asked : dayInDhaka(new Date()));
}

export async function loader(args: LoaderFunctionArgs) {
  const cash = await cashOf(args);
  return attachment(cashCsv(cash), `cash-${cash.day}.csv`);
}
