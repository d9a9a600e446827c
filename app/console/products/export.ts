import type { LoaderFunctionArgs } from 'react-router';
import { exportText } from '../../../domain/catalogue/catalogue-file.ts';
import { attachment, servicesFor } from '../context.ts';
import { dayInDhaka } from '../../../base/dates.ts';
import { textStream } from '../../stream-answers.ts';

export async function loader(args: LoaderFunctionArgs) {
  const format = args.url.searchParams.get('format') === 'json' ? 'json' : 'csv';
  const body = textStream(exportText((await servicesFor(args, 'products')).catalogue.rows(), format));
  return attachment(body, `catalogue-${dayInDhaka(new Date())}.${format}`);
}
