import type { LoaderFunctionArgs } from 'react-router';
import { exportText } from '../../../domain/catalogue/catalogue-file.ts';
import { attachment, servicesFor } from '../context.ts';
import { dayInDhaka } from '../../../base/dates.ts';
import { textStream } from '../../stream-answers.ts';

/** Examples, out of the shop: importing them again changes nothing. */
const TEMPLATE_ROWS = 3;

export async function loader(args: LoaderFunctionArgs) {
  const { catalogue } = await servicesFor(args, 'products');
  if (args.url.searchParams.has('template')) {
    const { rows } = await catalogue.find({ limit: TEMPLATE_ROWS });
    return attachment(textStream(exportText(rows, 'csv')), 'catalogue-template.csv');
  }
  const format = args.url.searchParams.get('format') === 'json' ? 'json' : 'csv';
  const body = textStream(exportText(catalogue.rows(), format));
  return attachment(body, `catalogue-${dayInDhaka(new Date())}.${format}`);
}
