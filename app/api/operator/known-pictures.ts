import { z } from 'zod';
import { endpoint, json, shape } from '../endpoint.ts';
import type { Route } from './+types/known-pictures';

/** The most pictures that may be asked for at once. */
const MOST = 500;

const body = z.object({ sha256: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(MOST) });

/**
 * Which picture files the shop has already: `{sha256: ["…"]}`, the files' hashes in hexadecimal, is answered with
 * `{pictures: {"…": imgUrl}}`, the unknown ones left out.
 */
export const loader = endpoint<Route.LoaderArgs>({
  POST: json(
    shape(body, `Send {"sha256": [...]} with at most ${MOST} hashes.`),
    async ({ services, body: { sha256 } }) => ({
      pictures: await services.imports.knownPictures(sha256),
    }),
  ),
});

export { loader as action };
