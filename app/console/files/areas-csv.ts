import type { LoaderFunctionArgs } from 'react-router';
import { areasCsv } from '../../../domain/shop/read-areas.ts';
import { servicesOf } from '../../context.ts';
import { attachment } from './attachment.ts';

export function loader(args: LoaderFunctionArgs) {
  return attachment(areasCsv(servicesOf(args).shop.areas.get()), 'areas.csv');
}
