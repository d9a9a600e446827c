import type { LoaderFunctionArgs } from 'react-router';
import type { RowFault } from '../../../domain/catalogue/catalogue-reader.ts';
import { CSV_MARK, cellOf, csvRecord } from '../../../base/csv.ts';
import { textStream } from '../../stream-answers.ts';
import { attachment, servicesFor } from '../context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const faults = (await servicesFor(args, 'products')).importJobs.faults(args.params.id ?? '');
  return attachment(textStream(csvOf(faults)), 'bad-rows.csv');
}

async function* csvOf(faults: AsyncIterable<RowFault>): AsyncGenerator<string> {
  yield CSV_MARK + csvRecord(['line', 'reason', 'product']);
  for await (const { line, reasons, product = '' } of faults) {
    yield csvRecord([line, cellOf(reasons.join('; ')), cellOf(product)]);
  }
}
