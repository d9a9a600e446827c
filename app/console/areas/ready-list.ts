import type { LoaderFunctionArgs } from 'react-router';
import { servicesFor } from '../context.ts';

export async function loader(args: LoaderFunctionArgs) {
  return (await servicesFor(args, 'settings')).shop.areas.ready();
}
