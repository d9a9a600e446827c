import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rolldown } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Messages become part of the pages that say them.
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: { codeSplitting: { groups: chunks() } },
        },
      },
    },
    // The server build starts at app.ts, so that the request's walk and the routes share one set of context keys.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
  // Bundled so that only the icons in use are loaded at start.
  ssr: { noExternal: ['lucide-react'] },
});

/**
 * Few files for the first page, and none of what only other pages need: React and React Router, which change seldom, are
 * one; what home shares with other pages is another. The rest is split by the pages that use it.
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
    { name: 'framework', test: /node_modules[\\/](?!lucide-react)/, priority: 2 },
    { name: (id, modules) => (isOfHome(id, modules) ? 'shop' : null), minShareCount: 2, priority: 1 },
  ];
}
