import { PICTURE_TOO_LARGE } from '../../../domain/messages.ts';
import { servicesOf, viewerOf } from '../../context.ts';
import { readBytes } from '../../json-body.ts';
import { problemResponse, signedOut } from '../../problem.ts';
import type { Route } from './+types/profile-picture';

/** The largest picture file taken, in bytes. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** The customer's picture: PUT with the file as the body, DELETE. */
export async function action(args: Route.ActionArgs) {
  const { method } = args.request;
  if (method !== 'PUT' && method !== 'DELETE') {
    return problemResponse({ status: 405, detail: 'Send PUT or DELETE.' }, { Allow: 'PUT, DELETE' });
  }
  const viewer = await viewerOf(args);
  if (!viewer) return signedOut();
  const { users } = servicesOf(args);
  if (method === 'DELETE') {
    await users.removePicture(viewer);
    return new Response(null, { status: 204 });
  }
  const bytes = await readBytes(args.request, MAX_PICTURE_BYTES);
  if (bytes === null) return problemResponse({ status: 413, detail: PICTURE_TOO_LARGE });
  const outcome = await users.setPicture(viewer, bytes);
  if (outcome.kind === 'refused') return problemResponse({ status: outcome.status, detail: outcome.detail });
  return Response.json({ imgUrl: outcome.imgUrl });
}

export function loader() {
  return problemResponse({ status: 405, detail: 'Send PUT or DELETE.' }, { Allow: 'PUT, DELETE' });
}
