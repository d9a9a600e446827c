// The shop of server/start.ts without the page cache: every request renders its page.
import '../server/production.ts';
import { pathToFileURL } from 'node:url';
import type { createApp } from '../server/app.ts';
import { CLIENT_DIRECTORY, SERVER_ENTRY } from '../server/build/build.ts';
import { openShop } from '../server/main.ts';

await openShop({
  async loadApp({ services, log }) {
    const front: { createApp: typeof createApp } = await import(pathToFileURL(SERVER_ENTRY).href);
    return front.createApp({ services, log, clientDirectory: CLIENT_DIRECTORY, pageCache: null });
  },
});
