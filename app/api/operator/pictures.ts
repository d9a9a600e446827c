import { pictureTooLarge } from '../../../domain/messages.ts';
import { MOST_PICTURE_BYTES } from '../../../domain/picture.ts';
import { servicesOf } from '../../context.ts';
import { readBytes } from '../json-body.ts';
import { problemResponse, wrongMethod } from '../problem.ts';
import type { Route } from './+types/pictures';

/** Takes a product's picture, the file being the body, and answers its `imgUrl`; with `?dryRun=true` it is only checked. */
export async function action(args: Route.ActionArgs) {
  const { request, url } = args;
  if (request.method !== 'POST') return wrongMethod('POST');
  const bytes = await readBytes(request, MOST_PICTURE_BYTES);
  if (bytes === null) return problemResponse({ status: 413, detail: pictureTooLarge(MOST_PICTURE_BYTES) });
  const { images } = servicesOf(args);
  const dryRun = url.searchParams.get('dryRun') === 'true';
  const outcome = await (dryRun ? images.checkProduct(bytes) : images.storeProduct(bytes));
  if (outcome.kind === 'refused') return problemResponse({ status: outcome.status, detail: outcome.detail });
  return Response.json({ imgUrl: outcome.imgUrl }, { headers: { 'Cache-Control': 'no-store' } });
}

export function loader() {
  return wrongMethod('POST');
}
