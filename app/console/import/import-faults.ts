import type { LoaderFunctionArgs } from 'react-router';
import type { RowFault } from '../../../domain/catalogue/catalogue-reader.ts';
import { type CsvColumns, csvOf } from '../../../base/csv.ts';
import { textStream } from '../../stream-answers.ts';
import { attachment, servicesFor } from '../context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const faults = (await servicesFor(args, 'products')).importJobs.faults(args.params.id ?? '');
  return attachment(textStream(csvOf(COLUMNS, faults)), 'bad-rows.csv');
}

const COLUMNS: CsvColumns<RowFault> = {
  line: ({ line }) => line,
  reason: ({ reasons }) => reasons.join('; '),
  product: ({ product }) => product,
};
