import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin, type Rolldown } from 'vite';
import { isConsoleMode, languageOfMode } from './base/build-modes.ts';
import { FRAMEWORK_CHUNK } from './app/document/hydration.ts';
import { CONSOLE_PATH } from './base/console-path.ts';
import { LANGUAGE_RULES } from './base/language.ts';
import { icons, inlineScripts } from './server/build/vite-plugins.ts';

export default defineConfig(({ command, mode }) => {
  const language = languageOfMode(mode);
  return {
    // In development each build has a Vite of its own, with its own cache. The consoles share their addresses.
    base: command === 'serve' ? `${isConsoleMode(mode) ? CONSOLE_PATH : LANGUAGE_RULES[language].basePath}/` : '/',
    cacheDir: `node_modules/.vite/${isConsoleMode(mode) ? mode : language}`,
    // package.json resolves `#messages` by the language.
    resolve: { conditions: [language, ...defaultClientConditions] },
    plugins: [tailwindcss(), reactRouter(), inlineScripts(), icons(), PLAIN_IMPORTS],
    // What a late script imports is on the page already.
    build: { assetsInlineLimit: 0, modulePreload: false },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // Puts each message into the pages that show it, so that no page loads all of them.
            optimization: { inlineConst: { mode: 'all', pass: 3 } },
            output: { codeSplitting: { groups: chunks() } },
          },
        },
      },
      // The server build starts at pages.ts, so that requests and routes share one set of context keys.
      ssr: {
        resolve: { conditions: [language, ...defaultServerConditions] },
        build: { rolldownOptions: { input: './server/pages.ts' } },
      },
    },
  };
});

/** A script has no style sheet of its own, so a late import needs none of Vite's help. */
const PLAIN_IMPORTS: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null),
};

/**
 * Few files, which compress better than many. React and React Router, which seldom change, are one; the frame around every page and home
 * are another; lists and products are the third, which a tap on a category loads together with its data; the cart, what else opens without a
 * network, and the menu are the fourth. The service worker stores all of these. The rest is split by the pages that use it.
 */
function chunks(): Rolldown.CodeSplittingGroup[] {
  const lists = 'groceries|group|listing|offers|product|search-results';
  const offline = 'cart|empty-cart|favourites|offline|shop-page';
  return [
    { name: FRAMEWORK_CHUNK, test: /node_modules/, priority: 4 },
    { name: neededBy('shop', /[\\/]app[\\/](?:root|routes[\\/]home)\.tsx/), priority: 3 },
    { name: neededBy('lists', new RegExp(`[\\\\/]app[\\\\/]routes[\\\\/](?:${lists})\\.tsx`)), priority: 2 },
    {
      name: neededBy(
        'offline',
        new RegExp(`[\\\\/]app[\\\\/](?:shell[\\\\/]header[\\\\/]drawer|routes[\\\\/](?:${offline}))\\.tsx`),
      ),
      priority: 1,
    },
  ];
}

/** The chunk's name for these screens and what they import. */
function neededBy(chunk: string, screens: RegExp): Rolldown.CodeSplittingNameFunction {
  const known = new Map<string, boolean>();
  const isNeeded = (id: string, modules: Rolldown.ChunkingContext): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const found =
      screens.test(id) ||
      (modules.getModuleInfo(id)?.importers.some((importer) => isNeeded(importer, modules)) ?? false);
    known.set(id, found);
    return found;
  };
  return (id, modules) => (isNeeded(id, modules) ? chunk : null);
}
