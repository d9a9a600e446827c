import { servicesOf } from '../../context.ts';
import { readBytes } from '../../json-body.ts';
import { problemResponse, wrongMethod } from '../../problem.ts';
import type { Route } from './+types/operator-pictures';

/** The largest picture file taken, in bytes. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** Takes a product's picture, the file being the body, and answers its `imgUrl`; with `?dryRun=true` it is only checked. */
export async function action(args: Route.ActionArgs) {
  const { request, url } = args;
  if (request.method !== 'POST') return wrongMethod('POST');
  const bytes = await readBytes(request, MAX_PICTURE_BYTES);
  if (bytes === null) return problemResponse({ status: 413, detail: 'A picture may have at most 5 MB.' });
  const { images } = servicesOf(args);
  const dryRun = url.searchParams.get('dryRun') === 'true';
  const outcome = await (dryRun ? images.checkProduct(bytes) : images.storeProduct(bytes));
  if (outcome.kind === 'refused') return problemResponse({ status: outcome.status, detail: outcome.detail });
  return Response.json({ imgUrl: outcome.imgUrl }, { headers: { 'Cache-Control': 'no-store' } });
}

export function loader() {
  return wrongMethod('POST');
}
