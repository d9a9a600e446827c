import type { RequestListener } from 'node:http';
import { createServer, type ViteDevServer } from 'vite';
import { isConsolePath } from '../base/console-path.ts';
import { consoleMode, loadModes, type Mode, MODES } from '../base/build-modes.ts';
import { splitPath } from '../base/language.ts';
import { createApp, type PagesModules } from './app.ts';
import { openShop } from './main.ts';

// `npm run dev`: Vite serves each language and the console. Reloading does not open the services again.
let vites: Record<Mode, ViteDevServer> | undefined;
await openShop({
  async loadApp(services, server) {
    // After a restore the shop opens again, with the same Vites.
    const opened = (vites ??= await loadModes((mode) =>
      createServer({ mode, server: { middlewareMode: { server }, hmr: { server } }, appType: 'custom' }),
    ));
    const load = async (mode: Mode) =>
      (await opened[mode].ssrLoadModule('./server/pages.ts')) as PagesModules[typeof mode];
    let pages: PagesModules | undefined;
    let app: RequestListener = () => undefined;
    return (req, res) => {
      const { url = '/' } = req;
      const [path = url] = url.split('?', 1);
      const consoleLanguage = services.operators.languageOf(url, req.headers.cookie ?? '');
      const vite = opened[isConsolePath(path) ? consoleMode(consoleLanguage) : splitPath(path).language];
      vite.middlewares(req, res, async () => {
        try {
          const current = await loadModes(load);
          if (MODES.some((mode) => current[mode] !== pages?.[mode]))
            app = createApp({ services, pages: current, clientDirectory: null, pageCache: null });
          pages = current;
          // Vite has removed its base.
          req.url = url;
          app(req, res);
        } catch (error) {
          if (error instanceof Error) vite.ssrFixStacktrace(error);
          services.log.error({ err: error }, 'request failed');
          res.writeHead(500).end();
        }
      });
    };
  },
});
