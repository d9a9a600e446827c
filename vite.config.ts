import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rolldown } from 'vite';
import { FRAMEWORK_CHUNK } from './app/document/framework-chunk.ts';
import { icons } from './server/build/icons.ts';
import { inlineScripts } from './server/build/inline-scripts.ts';
import { lateScripts } from './server/build/late-scripts.ts';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), inlineScripts(), lateScripts(), icons()],
  build: { assetsInlineLimit: 0 },
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
    // The server build starts at app.ts, so that middleware and routes share one set of context keys.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
});

/**
 * Few files for the first page, and nothing that only other pages need. React and React Router, which seldom change, are one
 * chunk. What home shares with other pages is another. The rest is split by the pages that use it.
 */
function chunks(): Rolldown.CodeSplittingGroup[] {
  const known = new Map<string, boolean>();
  const isOfHome = (id: string, modules: Rolldown.ChunkingContext): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const found =
      /[\\/]app[\\/](?:root|routes[\\/]home)\.tsx/.test(id) ||
      (modules.getModuleInfo(id)?.importers.some((importer) => isOfHome(importer, modules)) ?? false);
    known.set(id, found);
    return found;
  };
  return [
    { name: FRAMEWORK_CHUNK, test: /node_modules/, priority: 2 },
    { name: (id, modules) => (isOfHome(id, modules) ? 'shop' : null), minShareCount: 2, priority: 1 },
  ];
}
