import type { RequestListener } from 'node:http';
import { createServer, type ViteDevServer } from 'vite';
import { isConsolePath } from '../domain/console-path.ts';
import { splitPath } from '../domain/language.ts';
import { createApp, type PagesModules } from './app.ts';
import { openShop } from './main.ts';

// `npm run dev`: pages through Vite with hot reload, one for each language and the console. A reload does not open the services again.
let vites: Record<keyof PagesModules, ViteDevServer> | undefined;
await openShop({
  async loadApp({ services, log, server }) {
    const open = (mode: keyof PagesModules): Promise<ViteDevServer> =>
      createServer({ mode, server: { middlewareMode: { server }, hmr: { server } }, appType: 'custom' });
    // After a restore the shop opens again, with the same Vites.
    const opened = (vites ??= { en: await open('en'), bn: await open('bn'), console: await open('console') });
    const load = async (mode: keyof PagesModules) =>
      (await opened[mode].ssrLoadModule('./server/pages.ts')) as PagesModules[typeof mode];
    let pages: PagesModules | undefined;
    let app: RequestListener = () => undefined;
    return (req, res) => {
      const { url = '/' } = req;
      const [path = url] = url.split('?', 1);
      const vite = opened[isConsolePath(path) ? 'console' : splitPath(path).language];
      vite.middlewares(req, res, async () => {
        try {
          const current = { en: await load('en'), bn: await load('bn'), console: await load('console') };
          if (current.en !== pages?.en || current.bn !== pages.bn || current.console !== pages.console)
            app = createApp({ services, log, pages: current, clientDirectory: null, pageCache: null });
          pages = current;
          // Vite has removed its base.
          req.url = url;
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
