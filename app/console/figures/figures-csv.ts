import type { LoaderFunctionArgs } from 'react-router';
import { figureDaysOf, figuresCsv } from '../../../domain/orders/figures.ts';
import { attachment, servicesFor } from '../context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const days = figureDaysOf(args.url.searchParams.get('days'));
  const overview = await (await servicesFor(args, 'figures')).figures.overview(days);
  return attachment(figuresCsv(overview), `figures-${overview.from}-to-${overview.to}.csv`);
}
