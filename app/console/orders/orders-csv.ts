import type { LoaderFunctionArgs } from 'react-router';
import { dayInDhaka } from '../../../base/dates.ts';
import { ordersCsv } from '../../../domain/orders/orders-csv.ts';
import { textStream } from '../../stream-answers.ts';
import { attachment, servicesFor } from '../context.ts';
import { filtersOf } from './order-filters.tsx';

/** All orders of the list's filters. */
export async function loader(args: LoaderFunctionArgs) {
  const { orders, riders } = await servicesFor(args, 'orders');
  const filters = filtersOf(args.url.searchParams);
  const names = new Map((await riders.list()).map(({ id, name }) => [id, name]));
  const parts = orders.admin.all({ ...filters, search: args.url.searchParams.get('q') });
  return attachment(textStream(ordersCsv(parts, names)), `orders-${dayInDhaka(new Date())}.csv`);
}
