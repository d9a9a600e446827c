import { z } from 'zod';
import { endpoint, json, parserOf } from '../endpoint.ts';
import type { Route } from './+types/known-pictures';

const MAX_HASHES = 500;

const body = z.object({ sha256: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(MAX_HASHES) });

/** Which picture files the shop has, by their hashes in hexadecimal: `{pictures: {"…": imgUrl}}` without the unknown ones. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(
    parserOf(body, `Send {"sha256": [...]} with at most ${MAX_HASHES} hashes.`),
    async ({ services, body: { sha256 } }) => ({ pictures: await services.images.known(sha256) }),
  ),
});

export { loader as action };
