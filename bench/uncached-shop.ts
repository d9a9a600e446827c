// The shop of server/start.ts without the page cache: every request renders its page.
import '../server/production.ts';
import { createApp } from '../server/app.ts';
import { CLIENT_DIRECTORY, importPages } from '../server/build/build.ts';
import { openShop } from '../server/main.ts';

await openShop({
  async loadApp(services) {
    const pages = await importPages();
    return createApp({ services, pages, clientDirectory: CLIENT_DIRECTORY, pageCache: null });
  },
});
