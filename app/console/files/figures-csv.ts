import type { LoaderFunctionArgs } from 'react-router';
import { figureDaysOf, figuresCsv } from '../../../domain/orders/figures.ts';
import { servicesOf } from '../../context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const days = figureDaysOf(args.url.searchParams.get('days'));
  const overview = await servicesOf(args).figures.overview(days);
  return new Response(figuresCsv(overview), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="figures-${overview.from}-to-${overview.to}.csv"`,
    },
  });
}
