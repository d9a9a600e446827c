import type { LoaderFunctionArgs } from 'react-router';
import { dayInDhaka } from '../../../base/dates.ts';
import { orderLinesCsv, ordersCsv } from '../../../domain/orders/orders-csv.ts';
import { textStream } from '../../stream-answers.ts';
import { attachment, servicesFor } from '../context.ts';
import { filtersOf } from './order-filters.tsx';

/** All orders of the list's filters; below `lines.csv` a record for each of their lines. */
export async function loader(args: LoaderFunctionArgs) {
  const { orders, riders, shop } = await servicesFor(args, 'orders');
  const filters = filtersOf(args.url.searchParams);
  const parts = orders.admin.all({ ...filters, search: args.url.searchParams.get('q') });
  const today = dayInDhaka(new Date());
  if (args.url.pathname.endsWith('/lines.csv'))
    return attachment(textStream(orderLinesCsv(parts)), `order-lines-${today}.csv`);
  const names = new Map((await riders.list()).map(({ id, name }) => [id, name]));
  const hasTimes = shop.settings().slots.length > 0;
  return attachment(textStream(ordersCsv(parts, names, hasTimes)), `orders-${today}.csv`);
}
