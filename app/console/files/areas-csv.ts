import type { LoaderFunctionArgs } from 'react-router';
import { areasCsv } from '../../../domain/shop/read-areas.ts';
import { servicesFor } from '../context.ts';
import { attachment } from './attachment.ts';

export async function loader(args: LoaderFunctionArgs) {
  return attachment(areasCsv((await servicesFor(args, 'settings')).shop.areas.get()), 'areas.csv');
}
