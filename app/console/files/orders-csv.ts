import { data, type LoaderFunctionArgs } from 'react-router';
import { dayInDhaka } from '../../../base/dates.ts';
import { readOrderFilters } from '../../../domain/orders/order-filters.ts';
import { ordersCsv } from '../../../domain/orders/orders-csv.ts';
import { textStream } from '../../text-stream.ts';
import { servicesFor } from '../context.ts';
import { attachment } from './attachment.ts';

/** All orders of the list's filters. */
export async function loader(args: LoaderFunctionArgs) {
  const { orders, riders } = await servicesFor(args, 'orders');
  const filters = readOrderFilters(args.url.searchParams);
  if ('fault' in filters) throw data({ detail: filters.fault }, { status: 400 });
  const names = new Map((await riders.list()).map(({ id, name }) => [id, name]));
  const parts = orders.admin.all({ ...filters, search: args.url.searchParams.get('q') });
  return attachment(textStream(ordersCsv(parts, names)), `orders-${dayInDhaka(new Date())}.csv`);
}
