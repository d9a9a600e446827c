import type { RequestListener } from 'node:http';
import { createServer } from 'vite';
import type { createApp } from './app.ts';
import { openShop } from './main.ts';

// `npm run dev`: the shop with its pages through Vite and hot reload. A reload does not open the services again.
await openShop({
  async loadApp({ services, log, server }) {
    const vite = await createServer({ server: { middlewareMode: { server } }, appType: 'custom' });
    let front: { createApp: typeof createApp } | undefined;
    let app: RequestListener = () => undefined;
    return (req, res) => {
      vite.middlewares(req, res, async () => {
        try {
          const current = (await vite.ssrLoadModule('./server/app.ts')) as { createApp: typeof createApp };
          if (current !== front) app = current.createApp({ services, log, clientDirectory: null, pageCache: null });
          front = current;
          app(req, res);
        } catch (error) {
          if (error instanceof Error) vite.ssrFixStacktrace(error);
          log.error({ err: error }, 'request failed');
          res.writeHead(500).end();
        }
      });
    };
  },
});
