import type { LoaderFunctionArgs } from 'react-router';
import { exportText } from '../../../domain/catalogue/catalogue-export.ts';
import { dayInDhaka } from '../../../shared/dates.ts';
import { servicesOf } from '../../context.ts';
import { textStream } from '../../text-stream.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json' } as const;

export function loader(args: LoaderFunctionArgs) {
  const format = new URL(args.request.url).searchParams.get('format') === 'json' ? 'json' : 'csv';
  return new Response(textStream(exportText(servicesOf(args).catalogue.rows(), format)), {
    headers: {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="catalogue-${dayInDhaka(new Date())}.${format}"`,
    },
  });
}
