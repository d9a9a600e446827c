import type { LoaderFunctionArgs } from 'react-router';
import { isChartKind } from '../../../domain/figure-charts.ts';
import { figureDaysOf } from '../../../domain/figures.ts';
import { problemResponse } from '../../../domain/problem.ts';
import { servicesOf } from '../../context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { figures } = servicesOf(args);
  const params = new URL(args.request.url).searchParams;
  const kind = args.params.chart;
  if (!isChartKind(kind)) return problemResponse({ status: 404, detail: 'There is no such chart.' });
  const overview = await figures.overview(figureDaysOf(params.get('days')));
  const svg = await figures.chart(kind, overview, params.get('width') === 'wide' ? 'wide' : 'narrow');
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      // Its style is inside. Nothing else may be loaded or run, should somebody open it as a page.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}
