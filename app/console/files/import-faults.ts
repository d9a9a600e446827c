import type { LoaderFunctionArgs } from 'react-router';
import type { RowFault } from '../../../domain/catalogue/catalogue-file.ts';
import { csvRecord } from '../../../base/csv.ts';
import { servicesOf } from '../../context.ts';
import { textStream } from '../../text-stream.ts';
import { attachment } from './attachment.ts';

export function loader(args: LoaderFunctionArgs) {
  const faults = servicesOf(args).importJobs.faults(args.params.id ?? '');
  return attachment(textStream(csvOf(faults)), 'bad-rows.csv');
}

async function* csvOf(faults: AsyncIterable<RowFault>): AsyncGenerator<string> {
  yield csvRecord(['line', 'reason']);
  for await (const { line, reasons } of faults) yield csvRecord([line, reasons.join('; ')]);
}
