import { Readable } from 'node:stream';
import { problemResponse } from '../../../base/problem.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/backup';

const HEADERS = {
  'Content-Type': 'application/gzip',
  'Content-Disposition': 'attachment; filename="sodai-backup.tar.gz"',
  'Cache-Control': 'no-store, no-transform',
};

/** A backup of everything the shop keeps, secrets too: one file, made while it is sent. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { backups }, request }) => {
    if (request.method === 'HEAD') return new Response(null, { headers: HEADERS });
    try {
      return new Response(Readable.toWeb(await backups.take(request)) as ReadableStream<Uint8Array>, {
        headers: HEADERS,
      });
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSpaceError') {
        return problemResponse({ status: 507, detail: error.message });
      }
      throw error;
    }
  },
});

export { loader as action };
