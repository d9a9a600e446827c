import type { Images } from '../images/images.ts';
import { sendProblem } from './problem.ts';
import type { Middleware } from './middleware.ts';

/** Immutable: a name is never used for another picture. People's pictures (`u/`) are private: no cache may store them. */
export function pictures(images: Images): Middleware {
  return async (req, res, next) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    if (!path.startsWith('/images/') || (req.method !== 'GET' && req.method !== 'HEAD')) return next();
    const picture = await images.read(path);
    if (!picture) return sendProblem(res, { status: 404, detail: 'There is no such picture.' });
    res.writeHead(200, {
      'Content-Type': picture.contentType,
      'Content-Length': picture.body.byteLength,
      'Cache-Control': path.startsWith('/images/u/') ? 'no-store' : 'public, max-age=31536000, immutable',
    });
    res.end(req.method === 'HEAD' ? undefined : picture.body);
  };
}
