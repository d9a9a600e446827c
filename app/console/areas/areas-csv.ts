import type { LoaderFunctionArgs } from 'react-router';
import { areasCsv } from '../../../domain/shop/read-areas.ts';
import { attachment, servicesFor } from '../context.ts';

export async function loader(args: LoaderFunctionArgs) {
  return attachment(areasCsv((await servicesFor(args, 'settings')).shop.areas.get()), 'areas.csv');
}
