import { asRecord } from '../../../domain/record.ts';
import { servicesOf } from '../../context.ts';
import { readJson } from '../json-body.ts';
import { problemResponse, wrongMethod } from '../problem.ts';
import type { Route } from './+types/known-pictures';

/** The most pictures that may be asked for at once. */
const MOST = 500;

/**
 * Which picture files the shop has already: `{sha256: ["…"]}`, the files' hashes in hexadecimal, is answered with
 * `{pictures: {"…": imgUrl}}`, the unknown ones left out.
 */
export async function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return wrongMethod('POST');
  const body = await readJson(args.request);
  if (!body.ok) return body.refusal;
  const asked: unknown = asRecord(body.value)?.sha256;
  if (!Array.isArray(asked) || asked.length > MOST || !asked.every(isSha256)) {
    return problemResponse({ status: 400, detail: `Send {"sha256": [...]} with at most ${MOST} hashes.` });
  }
  const pictures = await servicesOf(args).operator.imports.knownPictures(asked);
  return Response.json({ pictures }, { headers: { 'Cache-Control': 'no-store' } });
}

export function loader() {
  return wrongMethod('POST');
}

function isSha256(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
