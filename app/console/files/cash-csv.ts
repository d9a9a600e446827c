import type { LoaderFunctionArgs } from 'react-router';
import { cashCsv } from '../../../domain/orders/cash.ts';
import { servicesFor } from '../context.ts';
import { cashDayOf } from '../cash/cash-day.ts';
import { attachment } from './attachment.ts';

export async function loader(args: LoaderFunctionArgs) {
  const cash = await (await servicesFor(args, 'cash')).cash.day(cashDayOf(args.url));
  return attachment(cashCsv(cash), `cash-${cash.day}.csv`);
}
