import type { Images } from '../images/images.ts';
import { sendProblem } from './problem.ts';
import type { Middleware } from './middleware.ts';

/** Serves stored pictures under `/images/`. A name never stands for another picture; people's (`u/`) are nobody else's to keep. */
export function pictures(images: Images): Middleware {
  return async (req, res, next) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    if (!path.startsWith('/images/') || (req.method !== 'GET' && req.method !== 'HEAD')) return next();
    const picture = await images.read(path);
    if (!picture) return sendProblem(res, { status: 404, detail: 'There is no such picture.' });
    res.writeHead(200, {
      'Content-Type': picture.contentType,
      'Content-Length': picture.body.byteLength,
      'Cache-Control': path.startsWith('/images/u/') ? 'private, max-age=3600' : 'public, max-age=31536000, immutable',
    });
    res.end(req.method === 'HEAD' ? undefined : picture.body);
  };
}
