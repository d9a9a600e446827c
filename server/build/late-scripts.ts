import type { Plugin } from 'vite';

const QUERY = '?late-script';

/**
 * A Vite plugin. `import url from './name.tsx?late-script'` makes a module a script of its own and gives its address, for a page that
 * imports it when it has loaded. A plain dynamic import would bring Vite's own loader into every page, 0.6 kB for styles that we do not have.
 */
export function lateScripts(): Plugin {
  return {
    name: 'late-scripts',
    load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      if (this.environment.name !== 'client') return `export default ''`;
      if (this.environment.mode === 'dev')
        return `export default ${JSON.stringify(`${this.environment.config.base}@fs${file}`)}`;
      return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: file })}`;
    },
  };
}
