import type { LoaderFunctionArgs } from 'react-router';
import { servicesOf } from '../../context.ts';
import { textStream } from '../../text-stream.ts';

export function loader(args: LoaderFunctionArgs) {
  const lines = servicesOf(args).importJobs.allFaults(args.params.id ?? '');
  return new Response(textStream(lines), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="bad-rows.csv"',
    },
  });
}
