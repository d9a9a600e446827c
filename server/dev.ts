import type { RequestListener } from 'node:http';
import { createServer, type ViteDevServer } from 'vite';
import { type Language, splitPath } from '../domain/language.ts';
import { createApp, type PagesModules } from './app.ts';
import { openShop } from './main.ts';

// `npm run dev`: the shop with its pages through Vite and hot reload, one Vite for each language. A reload does not open the services again.
await openShop({
  async loadApp({ services, log, server }) {
    const open = (language: Language): Promise<ViteDevServer> =>
      createServer({ mode: language, server: { middlewareMode: { server }, hmr: { server } }, appType: 'custom' });
    const vites = { en: await open('en'), bn: await open('bn') };
    const load = async (language: Language) =>
      (await vites[language].ssrLoadModule('./server/pages.ts')) as PagesModules[Language];
    let pages: PagesModules | undefined;
    let app: RequestListener = () => undefined;
    return (req, res) => {
      const { url = '/' } = req;
      const vite = vites[splitPath(url.split('?', 1)[0] ?? url).language];
      vite.middlewares(req, res, async () => {
        try {
          const current = { en: await load('en'), bn: await load('bn') };
          if (current.en !== pages?.en || current.bn !== pages.bn)
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
